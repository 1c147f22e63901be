import type { RawSql } from '../dialect.ts'

/** @returns 0: PostgreSQL reclaims space by itself */
export async function freePages(_connection: RawSql, _limit: number): Promise<number> {
  return 0
}
