import type { RawSql } from '../dialect.ts'

/** SQLite chooses indexes by their columns. */
export async function renewStatistics(_connection: RawSql, _tables: readonly string[]): Promise<void> {}
