import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Reader, Tx } from '../../../storage/database.ts'
import type { StoredFault } from '../../../storage/tables/imports.ts'
import type { RowOutcome } from '../../contract.ts'
import { faultAt, faultsIn } from '../../rows/reading.ts'
import type { AnyReading } from '../../rows/row-readings.ts'
import { firstWithKeys, type ImportsRow, type RowsRow } from '../../store.ts'

/** What a row left behind, so that it can be undone. */
export type UndoData = Pick<RowsRow, 'record_id' | 'before' | 'written_tag' | 'made_organisation_id'>

/** What a row would do, and how it is done. */
export interface RowPlan {
  fate: Extract<RowOutcome, 'created' | 'updated' | 'unchanged' | 'faulty'>
  faults: StoredFault[]
  /** The record that it would change. */
  record_id: string | null
  /** @returns undefined where it turned out to change nothing */
  write?(tx: Tx): Promise<UndoData | undefined>
}

/** Says what rows would do to the records that are there. */
export type RowPlanner<R extends AnyReading> = (
  reader: Reader,
  context: Context,
  job: ImportsRow,
  readings: readonly R[],
) => Promise<{ reading: R; plan: RowPlan }[]>

/** What the schema of a record says against a row. @throws what is none of the row's faults */
export function faultsOf(job: ImportsRow, error: unknown): StoredFault[] {
  if (!(error instanceof AppError)) throw error
  if (error.fieldErrors) return faultsIn(job, error.fieldErrors)
  if (error.code !== 'forbidden') throw error
  return [{ column: null, code: 'too_large', text: error.message, row: null }]
}

/** Notes where a row has what a row before it in the file has. */
export async function findRepeated(reader: Reader, job: ImportsRow, readings: readonly AnyReading[]): Promise<void> {
  const first = readings[0]?.number ?? 0
  for (const [key, target] of [
    ['email_key', job.resource === 'contacts' ? 'email' : 'name'],
    ['external_key', 'external_id'],
  ] as const) {
    const values = readings.flatMap(({ keys }) => keys[key] ?? [])
    const seen = await firstWithKeys(reader, job, key, values, first)
    for (const { number, keys, faults } of readings) {
      const value = keys[key]
      if (value === null) continue
      const before = seen.get(value)
      if (before === undefined) seen.set(value, number)
      else faults.push(faultAt(job, target, { code: 'repeated', text: `is the same as in row ${before}`, row: before }))
    }
  }
}
