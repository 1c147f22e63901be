import type { z } from 'zod'
import type { ContactFields } from '../../../contacts/contact.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { OrganisationFields } from '../../../organisations/organisation.ts'
import type { Reader, Tx } from '../../../storage/database.ts'
import type { StoredFault } from '../../../storage/tables/imports.ts'
import type { RowOutcome } from '../../contract.ts'
import { faultAt, faultsIn } from '../../rows/reading.ts'
import type { AnyReading } from '../../rows/row-readings.ts'
import { firstWithKeys, type ImportsRow, type RowsRow } from '../../store.ts'

/** The data of a row that is needed to undo it. */
export type UndoData = Pick<RowsRow, 'record_id' | 'before' | 'written_tag' | 'made_organisation_id'>

/** A new record, with the organisation that was created for it. An import has records of one resource. */
export type Creation =
  | { resource: 'contacts'; given: z.output<typeof ContactFields>; made_organisation_id: string | null }
  | { resource: 'organisations'; given: z.output<typeof OrganisationFields> }

/** The planned effect of a row, and its execution. */
export interface RowPlan {
  fate: Extract<RowOutcome, 'created' | 'updated' | 'unchanged' | 'faulty'>
  faults: StoredFault[]
  /** The record that it would change. */
  record_id: string | null
  /** @returns undefined if nothing changed */
  write?(tx: Tx): Promise<UndoData | undefined>
  /** The new record of the row, which is written together with others. */
  prepare?(tx: Tx): Promise<Creation>
}

/** Plans the effect of rows on existing records. */
export type RowPlanner<R extends AnyReading> = (
  reader: Reader,
  context: Context,
  job: ImportsRow,
  readings: readonly R[],
) => Promise<{ reading: R; plan: RowPlan }[]>

/** The problems of a row by the schema of its record. @throws other errors */
export function faultsOf(job: ImportsRow, error: unknown): StoredFault[] {
  if (!(error instanceof AppError)) throw error
  if (error.fieldErrors) return faultsIn(job, error.fieldErrors)
  if (error.code !== 'forbidden') throw error
  return [{ column: null, code: 'too_large', text: error.message, row: null }]
}

/** Reports rows with a unique value of an earlier row. */
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
