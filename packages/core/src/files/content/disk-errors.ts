import { AppError } from '../../errors.ts'

const FULL = 'The disk of the service is full. Contact the operator; the file was not stored'
const CLOSED = 'The service cannot write files at the moment. Contact the operator; the file was not stored'
const BUSY = 'The service is overloaded. Try again in a moment'

/** What the file system refuses, as clients may know it. */
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

/** What a disk refuses, as an AppError; what else went wrong, as it is. */
export function asDiskError(error: unknown): unknown {
  const text = REFUSALS[codeOf(error)]
  return text === undefined ? error : new AppError('unavailable', text, { retryAfter: 60, cause: error })
}

/** The code of an error of the system; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
