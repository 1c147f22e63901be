import type pg from 'pg'
import { UNEXPECTED } from './faults.postgres.ts'

/** A statement that writes rows of one table. */
export interface Written extends pg.QueryConfig {
  /** Whether the rows that it answers are needed. */
  hasRows: boolean
  /** What it fails with where it changes nothing. Such a statement answers no rows. */
  unchanged?: (() => Error) | undefined
}

const WRITING = /^(?:insert into|update|delete from) "?(\w+)"?/

/**
 * Whether a statement can be part of one with others that were to run before it. The parts of a statement do not see what the others
 * write (PostgreSQL, "Data-Modifying Statements in WITH"), so it must not name their tables.
 */
export function mayJoin(before: readonly Written[], { text, hasRows, unchanged }: Written): boolean {
  if (!WRITING.test(text) || (hasRows && before.some((one) => one.hasRows))) return false
  // The failure is that of one of them.
  if (unchanged && before.some((one) => one.unchanged)) return false
  return before.every((one) => {
    const table = tableOf(one)
    return table !== undefined && !text.includes(table)
  })
}

function tableOf({ text }: Written): string | undefined {
  return WRITING.exec(text)?.[1]
}

/**
 * Makes one statement of several, which answers the rows of the one whose rows are needed. It has no name if one of them has none.
 * @param nameOf the name under which a statement is prepared
 */
export function createJoiner(nameOf: (sql: string) => string): Joiner {
  const known = new Map<string, { name: string; text: string }>()
  return (statements) => {
    const [only] = statements
    if (only && statements.length === 1 && !only.unchanged) return only
    const key = statements.map(({ name, text }) => name || text).join(';')
    let joined = known.get(key)
    if (!joined) {
      const text = join(statements)
      joined = { name: statements.every(({ name }) => name) ? nameOf(text) : '', text }
      known.set(key, joined)
    }
    return { ...joined, values: statements.flatMap(({ values = [] }) => values) }
  }
}

export type Joiner = (statements: readonly Written[]) => pg.QueryConfig

function join(statements: readonly Written[]): string {
  let before = 0
  const parts = statements.map(({ text, values = [], unchanged }, index) => {
    const numbered = text.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`)
    before += values.length
    return `part_${index} as (${numbered}${unchanged ? ' returning 1' : ''})`
  })
  const answering = statements.findIndex(({ hasRows }) => hasRows)
  const checked = statements.findIndex(({ unchanged }) => unchanged)
  const from = answering === -1 ? '' : ` * from part_${answering}`
  return `with ${parts.join(', ')} select${from}${checked === -1 ? '' : ` where ${changes(`part_${checked}`)}`}`
}

/** A condition that fails, instead of being false, where a part has changed nothing: whether or not there are rows to select by it. */
function changes(part: string): string {
  return `(case (select count(*) from ${part}) when 0 then '${UNEXPECTED}' else '1' end)::integer = 1`
}
