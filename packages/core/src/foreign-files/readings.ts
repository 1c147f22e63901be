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
  /** @returns undefined for a file that is not read again: a process ended while it read it */
  begin(key: FileKey): Promise<Reading | undefined>
  /** Ends what is being read, which can be read again. */
  close(): Promise<void>
}

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
    if (
      !(await store.write((tx) =>
        insertReading(tx, row, { own, process: store.presentAs(), isShared: store.isShared }),
      ))
    )
      return undefined
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
          await store.write((tx) => endReading(tx, row, hasDied), { lasting: hasDied })
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

/** @returns whether the file may be read */
async function insertReading(
  tx: Tx,
  row: ReadingKey,
  { own, process, isShared }: { own: ReadonlySet<string>; process: string | null; isShared: boolean },
): Promise<boolean> {
  const { connection, db, stamp } = tx
  const { file_readings: t } = tx.tables
  await connection.dialect.lockRecord(connection, `${row.workspace_id} ${row.content_hash}`)
  const known = await db
    .select({ id: t.id, process: t.process, is_refused: t.is_refused })
    .from(t)
    .where(and(eq(t.workspace_id, row.workspace_id), eq(t.content_hash, row.content_hash)))
  if (known.some(({ is_refused }) => is_refused)) return false
  const ended = await connection.dialect.ended(
    connection,
    known.flatMap((one) => one.process ?? []),
  )
  // An SQLite file has one process.
  const isEnded = (one: string | null) => (one === null ? !isShared : ended.has(one))
  const left = known.find((one) => !own.has(one.id) && isEnded(one.process))
  if (left) {
    await endReading(tx, { ...row, id: left.id }, true)
    return false
  }
  await db.insert(t).values({ ...row, process, is_refused: false, created_at: stamp, updated_at: stamp })
  return true
}

async function endReading({ db, stamp, tables: { file_readings: t } }: Tx, row: ReadingKey, hasDied: boolean) {
  const own = and(eq(t.workspace_id, row.workspace_id), eq(t.content_hash, row.content_hash), eq(t.id, row.id))
  if (hasDied) await db.update(t).set({ is_refused: true, updated_at: stamp }).where(own)
  else await db.delete(t).where(own)
}

/** After 30 days, a file that ended its process can be tried once more. */
export async function forgetOldReadings(store: Pick<Store, 'write'>, now: string): Promise<void> {
  const oldest = later(now, -KEPT_MS)
  await inSteps(store, (tx, rows) => deleteSome(tx, 'file_readings', [['created_at', '<', oldest]], rows))
}
