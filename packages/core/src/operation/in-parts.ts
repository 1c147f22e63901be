import { performance } from 'node:perf_hooks'
import type { Context } from '../context.ts'
import type { Tx } from '../storage/database.ts'

/** Duration after which a transaction ends. On SQLite all writers wait for it, on PostgreSQL those of the same records and counts. */
export const PART_MS = { sqlite: 8, postgres: 12 }

/**
 * Does something with each of the records of a request, in transactions of some milliseconds: others read and write between them. What
 * earlier transactions did stays if a later one fails.
 * @param write runs one transaction, of the first of these records: see `firstOf`
 * @returns the results, in the order of the records
 */
export async function inParts<T, R>(
  { batchTurns, caller: { workspace_id } }: Pick<Context, 'batchTurns' | 'caller'>,
  records: readonly T[],
  write: (rest: readonly T[]) => Promise<R[]>,
): Promise<R[]> {
  const results: R[] = []
  while (results.length < records.length) {
    const rest = records.slice(results.length)
    // A workspace has one transaction of many records at a time: those of other workspaces need not wait for a row of them.
    results.push(...(await batchTurns.take(workspace_id, () => write(rest))))
  }
  return results
}

/** Runs work for the first of the records within a transaction, as many as there is time for, and at least one. */
export async function firstOf<T, R>(
  { connection: { dialect } }: Tx,
  records: readonly T[],
  run: (record: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const began = performance.now()
  for (const record of records) {
    results.push(await run(record))
    if (performance.now() - began > PART_MS[dialect.engine]) break
  }
  return results
}
