import type { RawSql } from '../dialect.ts'

/** Pages that stay free for what is written next: 4 MB. */
const KEPT_FREE_PAGES = 1000

/** @returns how many pages it gave back to the disk */
export async function giveBackPages(connection: RawSql, limit: number): Promise<number> {
  const [vacuum] = await connection.rows<{ auto_vacuum: number }>('pragma auto_vacuum', [])
  if (vacuum?.auto_vacuum === 0) return 0
  const [free] = await connection.rows<{ freelist_count: number }>('pragma freelist_count', [])
  const pages = Math.min(limit, (free?.freelist_count ?? 0) - KEPT_FREE_PAGES)
  // The driver runs the statement until it has freed one page.
  for (let page = 0; page < pages; page++) await connection.run('pragma incremental_vacuum(1)', [])
  return Math.max(0, pages)
}
