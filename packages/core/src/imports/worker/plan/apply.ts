import { makeContacts } from '../../../contacts/change.ts'
import { Contact } from '../../../contacts/contact.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { recordEtag } from '../../../operation/etag.ts'
import { makeOrganisations } from '../../../organisations/change.ts'
import { OrganisationTag } from '../../../organisations/organisation.ts'
import { StaleRead, type Tx } from '../../../storage/database.ts'
import type { RowResult } from '../../results/row-result.ts'
import type { ImportsRow } from '../../store.ts'
import { type Creation, faultsOf, type RowPlan, type UndoData } from './row-plan.ts'

/** A row with what it would leave, and its plan. */
export interface PlannedRow {
  row: RowResult
  plan: { [K in 'write' | 'prepare']: RowPlan[K] | undefined }
}

/** Applies rows in their order. New records that follow each other are written together, as in a batch. */
export async function applyRows(
  tx: Tx,
  context: Context,
  job: ImportsRow,
  planned: readonly PlannedRow[],
): Promise<RowResult[]> {
  const after: RowResult[] = []
  for (let index = 0; index < planned.length; ) {
    const isNew = ({ plan }: PlannedRow) => plan.prepare !== undefined || plan.write === undefined
    const end = planned.findIndex((one, at) => at >= index && !isNew(one))
    const creations = planned.slice(index, end === -1 ? undefined : end)
    after.push(...(await createRows(tx, context, job, creations)))
    index += creations.length
    const updated = planned[index]
    if (updated?.plan.write) after.push(await applyRow(job, updated.row, () => updated.plan.write?.(tx)))
    index++
  }
  return after
}

/** @param planned rows of new records, and rows that change nothing */
async function createRows(
  tx: Tx,
  context: Context,
  job: ImportsRow,
  planned: readonly PlannedRow[],
): Promise<RowResult[]> {
  const after = planned.map(({ row }) => row)
  const ready: { at: number; creation: Creation }[] = []
  for (const [at, { row, plan }] of planned.entries())
    try {
      if (plan.prepare) ready.push({ at, creation: await plan.prepare(tx) })
    } catch (error) {
      after[at] = { ...row, fate: 'faulty', faults: faultsOf(job, error) }
    }
  const made = await createTogether(
    tx,
    context,
    ready.map(({ creation }) => creation),
  )
  for (const [index, { at, creation }] of ready.entries()) {
    const row = planned[at]?.row
    if (!row) continue
    const own = made?.[index]
    after[at] = own
      ? { ...row, ...own }
      : await applyRow(job, row, async () => (await createAll(tx, context, [creation]))[0])
  }
  return after
}

/** @returns undefined if the plan of the workspace does not allow all of them: as many as it allows are then created */
async function createTogether(tx: Tx, context: Context, creations: readonly Creation[]) {
  if (creations.length < 2) return undefined
  try {
    return await createAll(tx, context, creations)
  } catch (error) {
    // Before anything was written.
    if (error instanceof AppError && error.code === 'forbidden') return undefined
    // An organisation was deleted since it was read, and others have been counted already.
    if (error instanceof AppError)
      throw new StaleRead('An organisation of an import has been deleted', { cause: error })
    throw error
  }
}

/** @throws AppError */
async function createAll(tx: Tx, context: Context, creations: readonly Creation[]): Promise<UndoData[]> {
  const contacts = creations.flatMap((one) => (one.resource === 'contacts' ? [one] : []))
  const organisations = creations.flatMap((one) => (one.resource === 'organisations' ? [one] : []))
  const left =
    contacts.length > 0
      ? await makeContacts(
          tx,
          context,
          contacts.map(({ given }) => given),
        )
      : []
  const also =
    organisations.length > 0
      ? await makeOrganisations(
          tx,
          context,
          organisations.map(({ given }) => given),
        )
      : []
  return [
    ...left.map((contact, index) => ({
      ...newRecord(contact.id, recordEtag(Contact, contact)),
      made_organisation_id: contacts[index]?.made_organisation_id ?? null,
    })),
    ...also.map((organisation) => newRecord(organisation.id, recordEtag(OrganisationTag, organisation))),
  ]
}

function newRecord(record_id: string, written_tag: string): UndoData {
  return { record_id, before: null, written_tag, made_organisation_id: null }
}

/** A limit of the plan is a problem of the row and does not stop the import. */
async function applyRow(
  job: ImportsRow,
  row: RowResult,
  write: () => Promise<UndoData | undefined> | undefined,
): Promise<RowResult> {
  try {
    const left = await write()
    return left ? { ...row, ...left } : { ...row, fate: 'unchanged' }
  } catch (error) {
    return { ...row, fate: 'faulty', faults: faultsOf(job, error) }
  }
}
