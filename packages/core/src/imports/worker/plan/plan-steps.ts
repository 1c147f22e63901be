import type { Context } from '../../../context.ts'
import { existing } from '../../../errors.ts'
import type { Tx } from '../../../storage/database.ts'
import { inSteps } from '../../../storage/steps/steps.ts'
import type { RowResult } from '../../results/row-result.ts'
import type { ContactReading, OrganisationReading } from '../../rows/reading.ts'
import { type AnyReading, type RowReadings, startReadings } from '../../rows/row-readings.ts'
import { findImport, type ImportsRow, numbersOf, rowsAtOnce, storedRowsOf } from '../../store.ts'
import { type ClaimedImport, renewAndLock } from '../claim.ts'
import { endStep, STEP_MS } from '../steps.ts'
import { applyRows } from './apply.ts'
import { planContacts } from './contacts.ts'
import { enrollRow } from './enroll-row.ts'
import { planOrganisations } from './organisations.ts'

/** A range of parsed rows. */
interface RowRange {
  /** The number before the first row, and that of the last. */
  from: number
  to: number
  readings: readonly AnyReading[]
  isLast: boolean
}

/** Checks or applies rows in order. Each batch is planned before its transaction, so that writers do not wait. */
export async function planInSteps(context: Context, claimed: ClaimedImport): Promise<void> {
  const { resource, mapping, columns } = claimed
  const readings = startReadings({ resource, mapping: mapping ?? [], count: columns.length })
  try {
    // Further than at the claim, if an earlier attempt advanced it.
    const { place } = existing(await context.store.read((reader) => findImport(reader, claimed)))
    let part: RowRange = { from: place, to: place, readings: [], isLast: false }
    const step = async (tx: Tx, limit: number) => ((await planPart(tx, context, claimed, part)) ? limit : 0)
    await inSteps(context.store, step, STEP_MS, async (limit) => {
      part = await readPart(context, claimed, { readings, from: part.to, limit })
    })
  } finally {
    await readings.end()
  }
}

async function readPart(
  { store }: Context,
  job: ClaimedImport,
  { readings, from, limit }: { readings: RowReadings; from: number; limit: number },
): Promise<RowRange> {
  const rowLimit = rowsAtOnce(job, limit)
  const rows = await store.read((reader) => storedRowsOf(reader, job, { from, limit: rowLimit }))
  const isLast = rows.length < rowLimit
  return { from, to: rows.at(-1)?.number ?? from, readings: await readings.of(rows), isLast }
}

/** @returns whether to continue: not at the end, nor if another worker has the import */
async function planPart(tx: Tx, context: Context, claimed: ClaimedImport, part: RowRange): Promise<boolean> {
  const job = await renewAndLock(tx, claimed)
  if (!job || job.place !== part.from) return false
  const there = await numbersOf(tx, job, part)
  const readings = part.readings.flatMap((reading) =>
    // A transaction may be retried: problems are added to a copy.
    there.has(reading.number) ? [{ ...reading, faults: [...reading.faults] }] : [],
  )
  await endStep(tx, job, {
    results: await processPart(tx, context, job, readings),
    place: part.to,
    isLast: part.isLast,
  })
  return !part.isLast
}

function planRows(tx: Tx, context: Context, job: ImportsRow, readings: readonly AnyReading[]) {
  // The thread was told the same resource.
  return job.resource === 'contacts'
    ? planContacts(tx, context, job, readings as readonly ContactReading[])
    : planOrganisations(tx, context, job, readings as readonly OrganisationReading[])
}

const NOTHING_LEFT = { before: null, written_tag: null, made_organisation_id: null, enrollment_id: null }

async function processPart(
  tx: Tx,
  context: Context,
  job: ImportsRow,
  readings: readonly AnyReading[],
): Promise<RowResult[]> {
  if (readings.length === 0) return []
  const planned = await planRows(tx, context, job, readings)
  const rows = planned.map(({ reading, plan: { write, prepare, ...seen } }) => ({
    row: { ...NOTHING_LEFT, number: reading.number, ...reading.keys, ...seen },
    plan: { write, prepare },
  }))
  if (job.status === 'checking') return rows.map(({ row }) => row)
  const after: RowResult[] = []
  for (const row of await applyRows(tx, context, job, rows)) after.push(await enrollRow(tx, context, job, row))
  return after
}
