import Sqlite from 'better-sqlite3'

/** Columns that the condition of a partial index compares with a value: SQLite must see theirs to find that it may use the index. */
export const PLANNED_BY_VALUE = ['role', 'status', 'waiting_for']

const SCAN_LIMIT = new RegExp(`'(?:[^']|'')*'|\\b(?:${PLANNED_BY_VALUE.join('|')})"? = \\?|( = |\\blimit )\\?`, 'gi')

/**
 * A connection whose statements are planned once. When it plans, SQLite looks at the value of a bare parameter that something
 * equals, or that is the limit, and therefore plans such a statement anew each time that the parameter is bound: for most of
 * ours that takes longer than what they do. The value of an expression it leaves alone, and `+` changes no value.
 */
export class PlannedOnce extends Sqlite {
  override prepare<Given extends unknown[] | NonNullable<unknown> = unknown[], Row = unknown>(
    source: string,
  ): Sqlite.Statement<Given, Row> {
    return super.prepare<Given, Row>(
      source.replace(SCAN_LIMIT, (found, before?: string) => (before === undefined ? found : `${before}+?`)),
    )
  }
}
