/** The longest name that a record can have is 255 characters. */
const MOST = 300

/** The value of an argument, which may be a name that others wrote: on one line, in quotes that it cannot leave. */
export function quoted(value: string): string {
  const line = value.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return JSON.stringify(line.slice(0, MOST).toWellFormed())
}
