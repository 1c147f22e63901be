import Sqlite from 'better-sqlite3'

const PARAMETER_AS_LIMIT = /\blimit \?/gi

/**
 * A connection whose statements are planned once. SQLite looks at the value of a bare parameter after `limit` when it plans,
 * and therefore plans such a statement anew each time that the parameter is bound; the value of an expression it leaves alone.
 */
export class PlannedOnce extends Sqlite {
  override prepare<Given extends unknown[] | NonNullable<unknown> = unknown[], Row = unknown>(
    source: string,
  ): Sqlite.Statement<Given, Row> {
    return super.prepare<Given, Row>(source.replace(PARAMETER_AS_LIMIT, 'limit +?'))
  }
}
