import type { Placeholder, SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Connection } from './database.ts'

export interface SearchMatch {
  id: string
  search_text: string
}

/** All that differs between the engines beyond opening a database. */
export interface Dialect {
  readonly engine: 'sqlite' | 'postgres'
  /** What a driver's error means to the domain: `UniqueViolation`, `unavailable`, or the error itself. */
  translate(error: unknown): unknown
  /** Orders by a column without walking its index, where a selective filter has a better one. */
  unindexed(column: PgColumn): SQL
  /** A row of a counter is split in as many shards. */
  readonly counterShards: number
  /** Whether a folded column contains the text bound to `placeholder`, which `containsValue` prepares. */
  contains(column: PgColumn, placeholder: Placeholder): SQL
  containsValue(folded: string): string
  /** The newest live contacts whose search text contains `folded`, at most `limit`, newest first. */
  contactMatches(
    connection: Connection,
    search: { workspace_id: string; folded: string; limit: number },
  ): Promise<SearchMatch[]> | SearchMatch[]
}
