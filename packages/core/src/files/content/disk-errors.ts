import { AppError } from '../../errors.ts'

const FULL = 'The disk of the service is full. Contact the operator; the file was not stored'
const CLOSED = 'The service cannot write files at the moment. Contact the operator; the file was not stored'
const BUSY = 'The service is overloaded. Try again in a moment'

/** Messages for clients by the code of a file system error. */
const REFUSALS: Record<string, string> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: 'The file is larger than the disk of the service allows. It was not stored',
  EACCES: CLOSED,
  EIO: CLOSED,
  ENOTDIR: CLOSED,
  EPERM: CLOSED,
  EROFS: CLOSED,
  EMFILE: BUSY,
  ENFILE: BUSY,
}

/** An AppError for errors of the disk; other errors are unchanged. */
export function asDiskError(error: unknown): unknown {
  const text = REFUSALS[codeOf(error)]
  return text === undefined ? error : new AppError('unavailable', text, { retryAfter: 60, cause: error })
}

/** The code of a system error; empty if there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
