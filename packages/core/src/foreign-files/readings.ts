import { and, eq } from 'drizzle-orm'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Database, Store, Tx } from '../storage/database.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import { DAY_MS, later } from '../times.ts'

/** A file by its content, in the workspace that it came to. */
export interface FileKey {
  workspace_id: string
  content_hash: string
}

/** A file that is being read. */
export interface Reading {
  /** Aborted when the service stops. */
  signal: AbortSignal
  /** Remembers that its process has ended: it is not read again. */
  die(): void
  /** Has to be called at the end of each reading. */
  end(): Promise<void>
}

/** The readings of foreign files in processes of their own. Each is recorded before it begins, so that no end of a process is forgotten. */
export interface Readings {
  /** @returns undefined for a file that is not read again: it ended the process that read it, or the service ended three times meanwhile */
  begin(key: FileKey): Promise<Reading | undefined>
  /** Ends what is being read, which can be read again. */
  close(): Promise<void>
}

/** Ends of the service, which has other reasons to end: after as many, the file is what they have in common. */
const MAX_SERVICE_ENDS = 3
/** Longer than anybody tries the same file. */
const KEPT_MS = 30 * DAY_MS

export function createReadings(store: Pick<Database, 'write' | 'presentAs' | 'isShared'>): Readings {
  const stopping = new AbortController()
  const own = new Set<string>()
  const open = new Set<Promise<void>>()

  async function begin(key: FileKey): Promise<Reading | undefined> {
    if (stopping.signal.aborted) throw stopped()
    const row = { ...key, id: newId() }
    own.add(row.id)
    const place = { own, process: store.presentAs(), isShared: store.isShared }
    const former = await store.write((tx) => insertReading(tx, row, place))
    if (!former) return undefined
    const ended = Promise.withResolvers<void>()
    open.add(ended.promise)
    let hasDied = false
    return {
      signal: stopping.signal,
      die() {
        hasDied = true
      },
      async end() {
        try {
          // An orderly stop says nothing about the file.
          const over = stopping.signal.aborted ? [row] : [row, ...former]
          await store.write((tx) => (hasDied ? refuse(tx, row) : deleteReadings(tx, over)), { lasting: hasDied })
        } finally {
          open.delete(ended.promise)
          ended.resolve()
        }
      },
    }
  }

  return {
    begin,
    async close() {
      stopping.abort(stopped())
      await Promise.all(open)
    },
  }
}

/** For programs without a database: nothing is recorded. */
export const UNRECORDED: Readings = {
  begin: async () => ({ signal: new AbortController().signal, die() {}, async end() {} }),
  async close() {},
}

function stopped(): AppError {
  return new AppError('unavailable', 'The service is stopping')
}

interface ReadingKey extends FileKey {
  id: string
}

/** @returns the readings during which the service ended; undefined if the file may not be read */
async function insertReading(
  tx: Tx,
  row: ReadingKey,
  { own, process, isShared }: { own: ReadonlySet<string>; process: string | null; isShared: boolean },
): Promise<readonly ReadingKey[] | undefined> {
  const { connection, db, stamp } = tx
  const { file_readings: t } = tx.tables
  await connection.dialect.lockRecord(connection, `${row.workspace_id} ${row.content_hash}`)
  const known = await db
    .select({ id: t.id, process: t.process, is_refused: t.is_refused })
    .from(t)
    .where(and(eq(t.workspace_id, row.workspace_id), eq(t.content_hash, row.content_hash)))
  if (known.some(({ is_refused }) => is_refused)) return undefined
  const ended = await connection.dialect.ended(
    connection,
    known.flatMap((one) => one.process ?? []),
  )
  // An SQLite file has one process.
  const isEnded = (one: string | null) => (one === null ? !isShared : ended.has(one))
  const former = known
    .filter((one) => !own.has(one.id) && isEnded(one.process))
    .map(({ id }) => ({ workspace_id: row.workspace_id, content_hash: row.content_hash, id }))
  const [last] = former
  if (last && former.length >= MAX_SERVICE_ENDS) {
    await refuse(tx, last)
    return undefined
  }
  await db.insert(t).values({ ...row, process, is_refused: false, created_at: stamp, updated_at: stamp })
  return former
}

async function refuse({ db, stamp, tables: { file_readings: t } }: Tx, row: ReadingKey): Promise<void> {
  await db.update(t).set({ is_refused: true, updated_at: stamp }).where(isOf(t, row))
}

async function deleteReadings({ db, tables: { file_readings: t } }: Tx, rows: readonly ReadingKey[]): Promise<void> {
  for (const row of rows) await db.delete(t).where(isOf(t, row))
}

function isOf(t: Tx['tables']['file_readings'], { workspace_id, content_hash, id }: ReadingKey) {
  return and(eq(t.workspace_id, workspace_id), eq(t.content_hash, content_hash), eq(t.id, id))
}

/** After 30 days, a file that ended its process can be tried once more. */
export async function forgetOldReadings(store: Pick<Store, 'write'>, now: string): Promise<void> {
  const oldest = later(now, -KEPT_MS)
  await inSteps(store, (tx, rows) => deleteSome(tx, 'file_readings', [['created_at', '<', oldest]], rows))
}
