import type pg from 'pg'

/** A statement that writes rows of one table. */
export interface Written extends pg.QueryConfig {
  /** Whether the rows that it answers are needed. */
  hasRows: boolean
}

const WRITING = /^(?:insert into|update) "?(\w+)"?/

/**
 * Whether a statement can be part of one with others that were to run before it. The parts of a statement do not see what the others
 * write (PostgreSQL, "Data-Modifying Statements in WITH"), so it must not name their tables.
 */
export function mayJoin(before: readonly Written[], { text, hasRows }: Written): boolean {
  if (!WRITING.test(text) || (hasRows && before.some((one) => one.hasRows))) return false
  return before.every((one) => {
    const table = tableOf(one)
    return table !== undefined && !text.includes(table)
  })
}

function tableOf({ text }: Written): string | undefined {
  return WRITING.exec(text)?.[1]
}

/**
 * Makes one statement of several, which answers the rows of the one whose rows are needed.
 * @param nameOf the name under which a statement is prepared
 */
export function createJoiner(nameOf: (sql: string) => string): Joiner {
  const known = new Map<string, { name: string; text: string }>()
  return (statements) => {
    const [only] = statements
    if (only && statements.length === 1) return only
    const key = statements.map(({ name, text }) => name || text).join(';')
    let joined = known.get(key)
    if (!joined) {
      const text = join(statements)
      joined = { name: nameOf(text), text }
      known.set(key, joined)
    }
    return { ...joined, values: statements.flatMap(({ values = [] }) => values) }
  }
}

export type Joiner = (statements: readonly Written[]) => pg.QueryConfig

function join(statements: readonly Written[]): string {
  let before = 0
  const parts = statements.map(({ text, values = [] }, index) => {
    const numbered = text.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`)
    before += values.length
    return `part_${index} as (${numbered})`
  })
  const answering = statements.findIndex(({ hasRows }) => hasRows)
  return `with ${parts.join(', ')} select${answering === -1 ? '' : ` * from part_${answering}`}`
}
