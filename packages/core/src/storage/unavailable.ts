import { AppError } from '../errors.ts'
import { outOfReach } from './postgres/faults.postgres.ts'

const FULL = 'the disk of the database is full'
/** What passes by itself, or by somebody's doing elsewhere: codes of SQLite, PostgreSQL (appendix A) and the system. */
const PASSING: readonly (readonly [RegExp, string])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'the database is locked by another program'],
  [/^(SQLITE_FULL|SQLITE_IOERR_(SHMSIZE|WRITE)|ENOSPC|EDQUOT|53100)/, FULL],
  [/^(57P0|53)/, 'the database server is starting, stopping or out of resources'],
  [/^55000/, 'the database takes no connections at the moment'],
  [/^28000/, 'the database server does not let this role log in'],
  [/^3D000/, 'the database server has no such database yet'],
  [
    /^(08|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/,
    'the database is out of reach',
  ],
]

/** Says in one sentence why a database file cannot be used; with `retryAfter`, where it may pass by itself. */
export function cannotUseFile(file: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  return unusableFile(`Cannot use the database file ${file}`, error)
}

/** @param what could not be done */
export function unusableFile(what: string, error: unknown): AppError {
  const reason = isFullDisk(error) ? 'its disk is full. Free space on it' : reasonOf(error)
  return new AppError('unavailable', `${what}: ${reason}`, {
    cause: error,
    ...(transientFault(error) && { retryAfter: 1 }),
  })
}

export function isFullDisk(error: unknown): boolean {
  return transientFault(error) === FULL
}

/**
 * Why a database cannot be used yet, where that may end without anybody changing this program's settings: locked, full, starting
 * or not to be reached. A wrong password and a file that is no database do not. It names no address, so that anybody may read it.
 */
export function transientFault(error: unknown): string | undefined {
  // What was found out to be so is no fault that passes, whatever its cause.
  if (error instanceof AppError && error.retryAfter === undefined) return undefined
  const fault = faultOf(error)
  const [, sentence] = PASSING.find(([codes]) => codes.test(codeOf(fault))) ?? []
  return sentence ?? (outOfReach(fault) ? 'the database does not answer' : undefined)
}

/** What the driver or the system said, beneath what was made of it. */
export function faultOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return faultOf(error.errors[0])
  return error instanceof Error && error.cause !== undefined && codeOf(error) === '' ? faultOf(error.cause) : error
}

export function codeOf(error: unknown): string {
  if (error instanceof AppError || !(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** A host with several addresses fails once for each, and the whole says nothing. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error && error.message ? error.message : String(error)
}
