import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { FieldErrorCode, FieldErrors } from '../../field-errors.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { RowFate, StoredFault } from '../../storage/tables/imports.ts'
import { firstWithKeys, type ImportsRow, type RowsRow } from '../store.ts'
import { fieldsOf } from '../targets.ts'

/** What a row left behind, so that it can be undone. */
export type Written = Pick<RowsRow, 'record_id' | 'before' | 'written_tag' | 'made_organisation_id'>

/** What a row would do, and how it is done. */
export interface Verdict {
  fate: Extract<RowFate, 'created' | 'updated' | 'unchanged' | 'faulty'>
  faults: StoredFault[]
  /** The record that it would change. */
  record_id: string | null
  /** @returns undefined where it turned out to change nothing */
  write?(tx: Tx): Promise<Written | undefined>
}

/** A row with its fields by name, and what is wrong with it so far. */
export interface Reading {
  row: RowsRow
  fields: Map<string, string>
  faults: StoredFault[]
  keys: { email_key: string | null; external_key: string | null }
}

/** Says what rows would do to the records that are there. */
export type Judge = (
  reader: Reader,
  context: Context,
  job: ImportsRow,
  rows: readonly RowsRow[],
) => Promise<{ reading: Reading; verdict: Verdict }[]>

/** Rows as their columns read. @param keysOf what no other row may have; of `email_key` any text */
export function readingsOf(
  job: ImportsRow,
  rows: readonly RowsRow[],
  keysOf: (fields: Map<string, string>) => Reading['keys'],
): Reading[] {
  const mapping = job.mapping ?? []
  return rows.map((row) => {
    const fields = fieldsOf(mapping, row.cells)
    const isLonger = row.cells.length > job.columns.length
    const text = 'has more cells than the first row: perhaps a quotation mark is missing'
    return {
      row,
      fields,
      keys: keysOf(fields),
      faults: isLonger ? [{ column: null, code: 'invalid', text, row: null }] : [],
    }
  })
}

/** What no other row may have, as far as it can be stored; what cannot, is refused by the schema of its field. */
export function keyOf(text: string | undefined, longest: number): string | null {
  return text === undefined || text.includes('\0') || !text.isWellFormed() ? null : text.slice(0, longest) || null
}

/** A fault of a field, at the column that goes to it. */
export function faultAt(
  { mapping }: Pick<ImportsRow, 'mapping'>,
  target: string,
  { code, text, row = null }: { code: FieldErrorCode; text: string; row?: number | null },
): StoredFault {
  const column = mapping?.indexOf(target) ?? -1
  return { column: column < 0 ? null : column, code, text, row }
}

/** What the schema of a record says against a row. @throws what is none of the row's faults */
export function faultsOf(job: ImportsRow, error: unknown): StoredFault[] {
  if (!(error instanceof AppError)) throw error
  if (error.fieldErrors) return faultsIn(job, error.fieldErrors)
  if (error.code !== 'forbidden') throw error
  return [{ column: null, code: 'too_large', text: error.message, row: null }]
}

function faultsIn(job: ImportsRow, errors: FieldErrors): StoredFault[] {
  return Object.entries(errors).flatMap(([field, found]) => {
    const target = field === 'organisation_id' ? 'organisation' : field.replace('metadata_merge', 'metadata')
    const mapped = job.mapping?.includes(target) ? '' : `${field.replaceAll('_', ' ')} `
    const all = 'code' in found ? [found] : found
    return all.map(({ code, text }) => faultAt(job, target, { code, text: `${mapped}${text}` }))
  })
}

/** Notes where a row has what a row before it in the file has. */
export async function findRepeated(reader: Reader, job: ImportsRow, readings: readonly Reading[]): Promise<void> {
  const first = readings[0]?.row.number ?? 0
  for (const [key, target] of [
    ['email_key', job.resource === 'contacts' ? 'email' : 'name'],
    ['external_key', 'external_id'],
  ] as const) {
    const values = readings.flatMap(({ keys }) => keys[key] ?? [])
    const seen = await firstWithKeys(reader, job, key, values, first)
    for (const { row, keys, faults } of readings) {
      const value = keys[key]
      if (value === null) continue
      const before = seen.get(value)
      if (before === undefined) seen.set(value, row.number)
      else faults.push(faultAt(job, target, { code: 'repeated', text: `is the same as in row ${before}`, row: before }))
    }
  }
}
