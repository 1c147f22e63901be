import { errorCode } from './system-code.ts'

/** A sentence for an error of the operating system; undefined for other errors. */
export function systemSentence(error: unknown): string | undefined {
  const code = errorCode(error)
  if (!/^E[A-Z0-9]+$/.test(code)) return undefined
  const path = error instanceof Error && 'path' in error ? String(error.path) : undefined
  const what = path === undefined ? 'The system refuses this' : `${path} cannot be used`
  return `${what} (${code}): ${adviceFor(code)}.`
}

/** The advice for an error code of the operating system. */
export function adviceFor(code: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full, so free some space'
  if (code === 'EROFS') return 'the disk is read-only, so choose another place'
  if (code === 'EMFILE' || code === 'ENFILE') return 'too many files are open, so end some programs'
  if (code === 'ENOTDIR') return 'a file is where a folder should be, so remove it or choose another place'
  if (code === 'EISDIR') return 'a folder is where a file should be, so remove it or choose another place'
  if (code === 'ENOENT') return 'it is not there, so check its name'
  return 'make it yours, or choose another place'
}
