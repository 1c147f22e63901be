import { createInterface } from 'node:readline'
import { writeToStderr } from '../log/stderr.ts'
import type { CommandIo } from './command.ts'

/** The person at the terminal; stdin is read when something is asked for the first time. */
export function openTerminal(): CommandIo & { close(): void } {
  const lines: string[] = []
  const waiting: ((line: string | undefined) => void)[] = []
  let ended = false
  let reader: ReturnType<typeof createInterface> | undefined

  function read() {
    if (reader) return
    reader = createInterface({ input: process.stdin })
    reader.on('line', (line) => {
      const first = waiting.shift()
      if (first) first(line)
      else lines.push(line)
    })
    reader.on('close', () => {
      ended = true
      for (const one of waiting.splice(0)) one(undefined)
    })
  }

  return {
    print: (line) => void process.stdout.write(`${line}\n`),
    say: (line) => writeToStderr(`${line}\n`),
    readLine: () => {
      read()
      const line = lines.shift()
      if (line !== undefined || ended) return Promise.resolve(line)
      return new Promise((resolve) => waiting.push(resolve))
    },
    close: () => {
      reader?.close()
      process.stdin.destroy()
    },
  }
}
