import { and, count, eq, gt } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../ids.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { deleteSome } from '../../storage/steps/delete-some.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import { later, SECOND_MS } from '../../times.ts'
import type { SlotKind } from '../contract.ts'
import { limitOf } from '../plans.ts'

/** Slots of a dead process are released after this time; a live process renews them. */
const HELD_MS = 30 * SECOND_MS
const PUT_OFF_EVERY_MS = 10 * SECOND_MS
/** The maximum number of renewals, for very slow readers. */
const MAX_TIMES = 1440
const AGAIN_SECONDS = 10

const WORDS: Record<SlotKind, string> = { uploads: 'uploads under way', exports: 'exports under way' }

interface Slot {
  workspace_id: string
  kind: SlotKind
  id: string
}

/** The number of slots that a workspace uses in all processes. */
export async function slotsTaken(reader: Reader, workspace_id: string, kind: SlotKind, now: string): Promise<number> {
  const { slots: t } = reader.tables
  const held = await reader.db
    .select({ process: t.process, total: count() })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.kind, kind), gt(t.held_until, now)))
    .groupBy(t.process)
  const { dialect } = reader.connection
  const ended = await dialect.ended(
    reader.connection,
    held.flatMap(({ process }) => process ?? []),
  )
  return held.reduce((sum, { process, total }) => (ended.has(process ?? '') ? sum : sum + total), 0)
}

/**
 * Takes a slot in the workspace of the caller.
 * @returns a function that releases it, which can be called repeatedly
 * @throws AppError `rate_limited` if the plan allows no more at a time
 */
export async function takeSlot({ caller, store }: Context, kind: SlotKind): Promise<() => Promise<void>> {
  const { workspace_id, plan } = caller
  const most = limitOf(plan, kind) ?? Number.POSITIVE_INFINITY
  const slot = { workspace_id, kind, id: newId() }
  await store.write(
    async (tx) => {
      await tx.connection.dialect.lockRecord(tx.connection, `${workspace_id} ${kind}`)
      if ((await slotsTaken(tx, workspace_id, kind, tx.time)) >= most)
        throw new AppError(
          'rate_limited',
          `This workspace has ${most} ${WORDS[kind]} already, as many as its plan allows. Try again when one of them has ended`,
          { retryAfter: AGAIN_SECONDS, reason: 'too_many_at_a_time' },
        )
      await tx.db
        .insert(tx.tables.slots)
        .values({ ...slot, held_until: later(tx.time, HELD_MS), process: store.presentAs() })
    },
    { lasting: false },
  )
  let times = 0
  const timer = setInterval(() => {
    times++
    if (times > MAX_TIMES) clearInterval(timer)
    // If it fails, the next renewal is in time.
    else void store.write((tx) => extendSlot(tx, slot, store.presentAs()), { lasting: false }).catch(() => undefined)
  }, PUT_OFF_EVERY_MS).unref()
  let ended = false
  return async () => {
    clearInterval(timer)
    if (ended) return
    ended = true
    // If it fails, the slot expires by itself.
    await store.write((tx) => end(tx, slot), { lasting: false }).catch(() => undefined)
  }
}

/** Runs work in a slot. @throws the same errors as `takeSlot` */
export async function inSlot<T>(context: Context, kind: SlotKind, work: () => Promise<T>): Promise<T> {
  const end = await takeSlot(context, kind)
  try {
    return await work()
  } finally {
    await end()
  }
}

async function extendSlot(tx: Tx, slot: Slot, process: string | null): Promise<void> {
  const held_until = later(tx.time, HELD_MS)
  await tx.db.update(tx.tables.slots).set({ held_until, process }).where(at(tx, slot))
}

async function end(tx: Tx, slot: Slot): Promise<void> {
  await tx.db.delete(tx.tables.slots).where(at(tx, slot))
}

function at({ tables: { slots: t } }: Tx, { workspace_id, kind, id }: Slot) {
  return and(eq(t.workspace_id, workspace_id), eq(t.kind, kind), eq(t.id, id))
}

/** Releases all slots at the start of the only process of an SQLite file. */
export async function forgetAllSlots({ db, tables: { slots } }: Tx): Promise<void> {
  await db.delete(slots)
}

/** Releases the slots of dead processes. */
export async function forgetOldSlots(store: Context['store'], now: string): Promise<void> {
  await inSteps(store, (tx, rows) => deleteSome(tx, 'slots', [['held_until', '<', now]], rows))
}
