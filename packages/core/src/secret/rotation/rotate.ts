import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Database, Tx } from '../../storage/database.ts'
import { isSettled } from '../../storage/steps/settled.ts'
import { opens, readKeyRows } from '../canary.ts'
import { CANARY, ROTATION, SIGNING } from '../key-rows.ts'
import { RELIES_MS } from '../keyring.ts'
import { createSealer, derivedKey, type Sealer } from '../seal.ts'
import { SEALED_COLUMNS } from './columns.ts'
import { resealColumn } from './reseal-column.ts'

export interface Rotating {
  /** The secret that everything is to be encrypted with. */
  to: Buffer
  /** Those before, with which what is stored can be read. */
  from: readonly Buffer[]
  /** How long every process relies on what it knows, in milliseconds. */
  waits?: number
  /** Tells of progress. */
  say(line: string): void
}

interface Rotated {
  /** Whether there was anything to do. */
  isChanged: boolean
  /** Texts that none of the secrets reads, by table: they stay as they are. */
  unreadable: ReadonlyMap<string, number>
}

const PAUSE_MS = 200

/**
 * Encrypts everything in a database with another secret, while processes use it that know both. What is interrupted goes on with the next
 * call: until its end, both secrets are needed.
 * @returns undefined if the database was written with none of the secrets
 */
export async function rotateSecret(database: Database, { to, from, waits = RELIES_MS, say }: Rotating) {
  const target = createSealer(to)
  const former = from.map((secret) => ({ secret, sealer: createSealer(secret) }))
  const state = await database.write((tx) => begin(tx, target, former))
  if (state === 'unknown') return undefined
  const unreadable = new Map<string, number>()
  if (state === 'done') return { isChanged: false, unreadable } satisfies Rotated
  say(
    state === 'begun'
      ? 'New data is encrypted with the new key'
      : 'Continuing a change of the key that was interrupted',
  )
  say(`Waiting ${waits / 1000} seconds, until every process uses the new key`)
  await sleep(waits)
  await ended(database)
  // Whatever a transaction wrote that was late is found by the next pass.
  while ((await pass(database, { target, former, unreadable, say })) > 0);
  await database.write(async ({ db, tables: { canaries } }) => {
    await db.delete(canaries).where(eq(canaries.name, ROTATION))
  })
  return { isChanged: true, unreadable } satisfies Rotated
}

interface Former {
  secret: Buffer
  sealer: Sealer
}

/** From this transaction on, processes encrypt with the new secret. */
async function begin(tx: Tx, target: Sealer, former: readonly Former[]) {
  const { canaries } = tx.tables
  const rows = await readKeyRows(tx)
  const canary = rows.get(CANARY)
  if (canary === undefined) return 'unknown'
  if (opens(target, canary)) return rows.has(ROTATION) ? 'continued' : 'done'
  const current = former.find(({ sealer }) => opens(sealer, canary))
  if (!current) return 'unknown'
  const texts = new Map([...rows].map(([name, sealed]) => [name, current.sealer.open(sealed)]))
  // Signatures of before stay valid, and with them what people have in their mail.
  if (!texts.has(SIGNING)) texts.set(SIGNING, derivedKey(current.secret, 'sign').toString('base64url'))
  texts.set(ROTATION, tx.time)
  for (const [name, text] of texts) {
    const sealed = target.seal(text)
    await tx.db.insert(canaries).values({ name, sealed }).onConflictDoUpdate({ target: canaries.name, set: { sealed } })
  }
  return 'begun'
}

/** Waits for the transactions that may have encrypted something with the former secret. */
async function ended(database: Database): Promise<void> {
  const time = await database.write(async (tx) => tx.time)
  while (!(await database.read((reader) => isSettled(reader, time)))) await sleep(PAUSE_MS)
}

interface Pass extends Pick<Rotating, 'say'> {
  target: Sealer
  former: readonly Former[]
  unreadable: Map<string, number>
}

/** @returns how many rows it has changed */
async function pass(database: Database, { target, former, unreadable, say }: Pass): Promise<number> {
  let all = 0
  for (const column of SEALED_COLUMNS) {
    let failed = 0
    const reencrypt = (sealed: string) => {
      if (opens(target, sealed)) return undefined
      for (const { sealer } of former) if (opens(sealer, sealed)) return target.seal(sealer.open(sealed))
      failed++
      return undefined
    }
    const changed = await resealColumn(database, column, reencrypt)
    if (changed > 0) say(`Encrypted ${changed} of ${column.table}.${column.column} anew`)
    all += changed
    if (failed > 0) unreadable.set(`${column.table}.${column.column}`, failed)
  }
  return all
}
