import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../errors.ts'
import type { Database, Tx } from './database.ts'
import { codeOf, faultOf } from './unavailable.ts'

/** Below this, the next writes fail: a commit needs pages of the log and of the file. */
const LOW_BYTES = 2 ** 20
/** Whoever asks meanwhile gets the last answer. */
const ASKED_MS = 1000

const FULL = 'The disk of the database is full, so nothing can be written. Free space on it'
const READ_ONLY = 'The database is read-only, so nothing can be written'

/** Why a write failed that others will fail with too: codes of SQLite, PostgreSQL (appendix A) and the system. */
const LASTING: readonly (readonly [RegExp, string])[] = [
  [/^(SQLITE_FULL|SQLITE_IOERR|ENOSPC|EDQUOT|53100)/, FULL],
  [/^(SQLITE_READONLY|EROFS|25006)/, READ_ONLY],
]

export interface WatchedDatabase {
  database: Database
  /** @throws AppError `unavailable` with the reason while nothing can be written */
  requireWritable(): Promise<void>
}

interface Watching {
  /** The file of an SQLite database on a disk. */
  file: string | undefined
  /** Writes a little. */
  probe(tx: Tx): Promise<unknown>
  /** Milliseconds that no change of the clock moves. */
  monotonic?: () => number
}

/**
 * Follows the outcomes of writes. After one that the disk or the server refused, `requireWritable` tries by itself, so that it knows
 * when writes succeed again though nobody sends any.
 */
export function watchWrites(
  database: Database,
  { file, probe, monotonic = () => performance.now() }: Watching,
): WatchedDatabase {
  let reason: string | undefined
  let asked: { at: number; answer: Promise<string | undefined> } | undefined

  async function write<T>(...args: Parameters<typeof database.write<T>>): Promise<T> {
    try {
      return await database.write(...args)
    } catch (error) {
      reason = reasonOf(error) ?? reason
      throw error
    }
  }

  async function look(): Promise<string | undefined> {
    // A commit of a few bytes can succeed on a full disk, in space that the files have already.
    if (file !== undefined && (await freeBytes(file)) < LOW_BYTES) return FULL
    if (reason === undefined) return undefined
    await database.write(probe).then(
      () => {
        reason = undefined
      },
      (error: unknown) => {
        reason = reasonOf(error) ?? reason
      },
    )
    return reason
  }

  return {
    database: { ...database, write },
    async requireWritable() {
      if (!asked || monotonic() - asked.at >= ASKED_MS) asked = { at: monotonic(), answer: look() }
      const found = await asked.answer
      if (found !== undefined) throw new AppError('unavailable', found, { retryAfter: 10 })
    },
  }
}

function reasonOf(error: unknown): string | undefined {
  const code = codeOf(faultOf(error))
  return LASTING.find(([codes]) => codes.test(code))?.[1]
}

async function freeBytes(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(file))
  return bavail * bsize
}
