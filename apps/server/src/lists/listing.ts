/** The flag of every command that lists. */
export const JSON_FLAG = { '--json': 'print JSON' }

/** One record for programs, and its cells for people. */
interface Listed {
  record: object
  cells: readonly string[]
}

interface Listing {
  headings: readonly string[]
  rows: readonly Listed[]
  /** The message for an empty list. */
  none: string
  json: boolean | undefined
  say(line: string): void
}

/** Prints a list on stdout: a table for people, or an array for programs. */
export function printList({ headings, rows, none, json, say }: Listing): void {
  const records = rows.map(({ record }) => record)
  if (json) say(JSON.stringify(records, null, 2))
  else if (rows.length === 0) process.stderr.write(`${none}\n`)
  else for (const line of tableOf(headings, rows)) say(line)
}

function tableOf(headings: readonly string[], rows: readonly Listed[]): string[] {
  const lines = [headings, ...rows.map(({ cells }) => cells.map(printable))]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Names can contain control characters, which must not reach the terminal. */
function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd')
}

/** A time to the minute, in UTC. */
export function shortTime(time: string | null): string {
  return time === null ? 'never' : `${time.slice(0, 16).replace('T', ' ')}Z`
}

type Page<R> = { data: R[]; meta: { next_cursor?: string | null | undefined } }

/** All records of a list, page by page; or the first `most`. */
export async function allOf<R>(
  list: (paging: { cursor: string; per_page: number }) => Promise<Page<R>>,
  most = Number.POSITIVE_INFINITY,
): Promise<R[]> {
  const records: R[] = []
  let cursor: string | null | undefined = ''
  do {
    const page: Page<R> = await list({ cursor, per_page: 100 })
    records.push(...page.data)
    cursor = page.meta.next_cursor
  } while (cursor && records.length < most)
  return records.slice(0, most)
}
