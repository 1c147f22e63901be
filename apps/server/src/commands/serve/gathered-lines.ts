import { pino } from 'pino'

/** Lines are gathered up to this many characters, and this many milliseconds. */
const GATHERED = 32 * 1024
const LONGEST_MS = 250
/** So much that the destination writes only when it is told to: it measures all that it keeps with each line that it gets. */
const KEPT = 1024 * 1024
/** How long the end of the process waits for a write that is under way, so that what is written then comes after it. */
const UNDER_WAY_MS = 20

export interface Lines {
  write(line: string): void
  /** Writes what is left, at the end of the process. */
  flushSync(): void
}

/** Writes lines to a file descriptor, many with one system call. @param fd its number */
export function gatherLines(fd: number): Lines {
  const destination = pino.destination({ dest: fd, sync: false, minLength: KEPT, maxWrite: 2 * KEPT })
  let gathered = ''
  let timer: NodeJS.Timeout | undefined
  let isWriting = false
  let isMoreKept = false

  function handOn(): void {
    clearTimeout(timer)
    timer = undefined
    destination.write(gathered)
    gathered = ''
  }

  function writeAll(): void {
    handOn()
    isMoreKept = isWriting
    if (isWriting) return
    isWriting = true
    destination.flush(() => {
      isWriting = false
      if (isMoreKept) writeAll()
    })
  }

  return {
    write(line) {
      gathered += line
      if (gathered.length >= GATHERED) writeAll()
      else timer ??= setTimeout(writeAll, LONGEST_MS).unref()
    },
    flushSync() {
      handOn()
      if (isWriting) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, UNDER_WAY_MS)
      destination.flushSync()
    },
  }
}
