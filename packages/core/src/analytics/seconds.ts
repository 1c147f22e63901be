import { type SQL, sql } from 'drizzle-orm'
import type { Dialect } from '../storage/dialect.ts'

/** The seconds from one time to another. */
export function secondsBetween({ engine }: Dialect, from: SQL, until: SQL): SQL {
  return engine === 'sqlite'
    ? sql`(julianday(${until}) - julianday(${from})) * 86400`
    : sql`extract(epoch from ${until} - ${from})`
}
