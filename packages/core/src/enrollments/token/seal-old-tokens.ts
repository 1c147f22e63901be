import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import { withSecureDelete } from '../../storage/steps/secure-delete.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import { sealedFields } from '../../webhooks/events/sealed-fields.ts'
import { keptToken } from './token.ts'

/** The event that contains the link. */
const EVENT_TYPE = 'enrollment.created'

type Sealing = Pick<Context, 'store' | 'sealer'>

/**
 * Encrypts the access tokens stored by an earlier release: those in events first, so that an interrupted run is
 * repeated until no enrollment is left.
 */
export async function sealOldTokens(context: Sealing): Promise<void> {
  const { store } = context
  const [old] = await store.read(async ({ db, tables: { enrollments } }) =>
    db.select({ id: enrollments.id }).from(enrollments).where(isNull(enrollments.sealed_token)).limit(1),
  )
  if (!old) return
  let after: EventKey = FIRST
  const nextEvents = async (tx: Tx, rows: number) => {
    const some = await withSecureDelete(tx, () => sealEvents(tx, context, after, rows))
    tx.afterCommit(() => {
      after = some.at(-1) ?? after
    })
    return some.length
  }
  while (!(await inSteps(store, nextEvents)));
  while (!(await inSteps(store, (tx, rows) => withSecureDelete(tx, () => sealEnrollments(tx, context, rows)))));
}

interface EventKey {
  workspace_id: string
  id: string
}

/** Sorts before all existing events. */
const FIRST: EventKey = { workspace_id: '00000000-0000-0000-0000-000000000000', id: '' }

/** @returns the last examined event */
async function sealEvents(tx: Tx, { sealer }: Sealing, after: EventKey, rows: number): Promise<EventKey[]> {
  const { events } = tx.tables
  const some = await tx.db
    .select({ workspace_id: events.workspace_id, id: events.id, type: events.type, data: events.data })
    .from(events)
    .where(sql`(${events.workspace_id}, ${events.id}) > (${after.workspace_id}, ${after.id})`)
    .orderBy(asc(events.workspace_id), asc(events.id))
    .limit(rows)
  for (const { workspace_id, id, type, data } of some) {
    if (type !== EVENT_TYPE) continue
    const { access_token, url, ...others } = JSON.parse(data)
    if (typeof access_token !== 'string') continue
    const sealed = JSON.stringify({ ...others, ...sealedFields(sealer, { access_token, url }) })
    await tx.db
      .update(events)
      .set({ data: sealed })
      .where(and(eq(events.workspace_id, workspace_id), eq(events.id, id)))
  }
  return some
}

async function sealEnrollments(tx: Tx, { sealer }: Sealing, rows: number): Promise<number> {
  const { enrollments } = tx.tables
  const { workspace_id, id, token_hash } = enrollments
  const old = await tx.db
    .select({ workspace_id, id, token_hash })
    .from(enrollments)
    .where(isNull(enrollments.sealed_token))
    .limit(rows)
  for (const row of old)
    await tx.db
      .update(enrollments)
      .set(keptToken(sealer, row.token_hash))
      .where(and(eq(workspace_id, row.workspace_id), eq(id, row.id), isNull(enrollments.sealed_token)))
  return old.length
}
