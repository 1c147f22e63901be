import type { Readable } from 'node:stream'

/** Calls for each line that is not empty; a line of more than `longest` bytes is skipped to its end. */
export function readLines(
  input: Readable,
  longest: number,
  onLine: (line: string) => void,
  onTooLong: () => void,
): void {
  let parts: Buffer[] = []
  let length = 0
  let skipping = false

  function take(part: Buffer) {
    length += part.length
    if (length > longest && !skipping) {
      skipping = true
      parts = []
      onTooLong()
    }
    if (!skipping) parts.push(part)
  }

  input.on('data', (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, at))
      from = at + 1
      const line = skipping ? '' : Buffer.concat(parts).toString('utf8').trim()
      parts = []
      length = 0
      skipping = false
      if (line !== '') onLine(line)
    }
    if (from < chunk.length) take(chunk.subarray(from))
  })
}
