import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { gatherLines, type Lines } from '../gathered-lines.ts'

/** Passes on what several processes write on stderr, so that the lines of one never break those of another. */
export interface WholeLines {
  /** For lines of this process. */
  readonly lines: Lines
  /** Passes on a stream until its end. */
  add(stream: Readable): void
  /** Resolves when the streams have ended, or after `longestMs`. */
  end(longestMs: number): Promise<void>
}

export function createWholeLines(): WholeLines {
  const lines = gatherLines(2)
  const open = new Set<Promise<unknown>>()

  return {
    lines,
    add(stream) {
      let begun = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => {
        const end = chunk.lastIndexOf('\n') + 1
        if (end > 0) lines.write(begun + chunk.slice(0, end))
        begun = end > 0 ? chunk.slice(end) : begun + chunk
      })
      stream.on('end', () => begun !== '' && lines.write(`${begun}\n`))
      const ending = once(stream, 'close').finally(() => open.delete(ending))
      open.add(ending)
    },
    async end(longestMs) {
      // A program that a process has left behind can hold its pipe open.
      await Promise.race([Promise.all(open), sleep(longestMs, undefined, { ref: false })])
    },
  }
}
