import { writeSync } from 'node:fs'
import { pino } from 'pino'

/** Lines are gathered up to this many characters, and this many milliseconds. */
const GATHERED = 32 * 1024
const LONGEST_MS = 250
/** So much that the destination writes only when it is told to: it measures all that it keeps with each line that it gets. */
const KEPT = 1024 * 1024
/** How long the end of the process waits for a write that is under way, so that what is written then comes after it. */
const UNDER_WAY_MS = 20
/** How long it waits for a reader that is behind. */
const BEHIND_MS = 1000

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

  function writeAll(): void {
    clearTimeout(timer)
    timer = undefined
    if (isWriting || gathered === '') return
    isWriting = true
    destination.write(gathered)
    gathered = ''
    destination.flush(() => {
      isWriting = false
      writeAll()
    })
  }

  return {
    write(line) {
      gathered += line
      if (gathered.length >= GATHERED) writeAll()
      else timer ??= setTimeout(writeAll, LONGEST_MS).unref()
    },
    flushSync() {
      if (isWriting) pause(UNDER_WAY_MS)
      writeSoon(fd, gathered)
      gathered = ''
    },
  }
}

/** Writes a text at once, unless nobody reads it: the destination would try for ever then. */
function writeSoon(fd: number, text: string): void {
  const bytes = Buffer.from(text)
  const until = performance.now() + BEHIND_MS
  for (let at = 0; at < bytes.length; )
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      const isBehind = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (!isBehind || performance.now() > until) return
      pause(5)
    }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
