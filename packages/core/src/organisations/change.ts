import type { z } from 'zod'
import type { Context } from '../context.ts'
import { type FieldErrors, fieldError } from '../field-errors.ts'
import { createdFrom, mergedWith } from '../fields/record.ts'
import { newId } from '../ids.ts'
import { isSame } from '../records/changes.ts'
import { addToCount, countOf } from '../records/counters.ts'
import { changedMetadata } from '../records/metadata.ts'
import type { Reader, Tx, UniqueViolation } from '../storage/database.ts'
import { emitEvent, emitEvents } from '../webhooks/events/emit.ts'
import { requireQuota } from '../workspaces/plans.ts'
import {
  type Organisation,
  type OrganisationChanges,
  type OrganisationFields,
  organisationFields,
} from './organisation.ts'
import * as store from './store.ts'

/** Creates an organisation, and counts it. */
export async function makeOrganisation(tx: Tx, { caller }: Context, given: z.output<typeof OrganisationFields>) {
  const { workspace_id, plan } = caller
  const at = tx.stamp
  await requireQuota(tx, plan, workspace_id, 'organisations')
  const fields = createdFrom(organisationFields, given)
  const data = { id: newId(), ...fields, contacts_count: 0, created_at: at, updated_at: at }
  await store.insertOrganisation(tx, workspace_id, data)
  await addToCount(tx, workspace_id, 'organisations', 1)
  await emitEvent(tx, { workspace_id, type: 'organisation.created', data, at })
  return data
}

/** Creates several organisations as `makeOrganisation` does, in a few statements. */
export async function makeOrganisations(
  tx: Tx,
  { caller: { workspace_id, plan } }: Context,
  given: readonly z.output<typeof OrganisationFields>[],
): Promise<Organisation[]> {
  const at = tx.stamp
  const times = { created_at: at, updated_at: at }
  const made = given.map((fields) => ({
    id: newId(),
    ...createdFrom(organisationFields, fields),
    contacts_count: 0,
    ...times,
  }))
  const others = made.length - 1
  const count = async () => (await countOf(tx, workspace_id, 'organisations')) + others
  await requireQuota(tx, plan, workspace_id, 'organisations', count)
  await store.insertOrganisations(tx, workspace_id, made)
  await emitEvents(tx, { workspace_id, type: 'organisation.created', at }, made)
  await addToCount(tx, workspace_id, 'organisations', made.length)
  return made
}

type Changes = z.output<typeof OrganisationChanges>

/** The organisation with the given fields; the same object if nothing changes. */
export function changedOrganisation(current: Organisation, { metadata_merge, ...given }: Changes): Organisation {
  const metadata = changedMetadata(current.metadata, { metadata: given.metadata, metadata_merge })
  const data = { ...current, ...mergedWith(organisationFields, current, { ...given, metadata }) }
  return isSame(current, data) ? current : data
}

/** Updates the given fields of an organisation. An update without a difference is not written and emits no event. */
export async function changeOrganisation(
  tx: Tx,
  { caller: { workspace_id } }: Context,
  current: Organisation,
  given: Changes,
): Promise<Organisation> {
  const data = changedOrganisation(current, given)
  if (data === current) return current
  data.updated_at = tx.stamp
  await store.updateOrganisationRow(tx, workspace_id, data)
  await emitEvent(tx, { workspace_id, type: 'organisation.updated', data, at: data.updated_at })
  return data
}

/** The problem for the one unique index of organisations. */
export function conflictErrors({ column }: Pick<UniqueViolation, 'column'>): FieldErrors | undefined {
  return column === 'organisations.external_id' ? { external_id: fieldError('taken') } : undefined
}

interface Asked {
  id?: string | undefined
  external_id?: string | null | undefined
}

/** The problems of fields that are valid in form. */
export function problemsOf({ caller, store: { read } }: Context, given: Asked): Promise<FieldErrors> {
  return read((reader) => organisationProblems(reader, caller.workspace_id, given))
}

/** The fields that another organisation has already. */
export async function organisationProblems(
  reader: Reader,
  workspace_id: string,
  { id, external_id }: Asked,
): Promise<FieldErrors> {
  const other = external_id && (await store.findOrganisationByExternalId(reader, workspace_id, external_id))
  return other && other.id !== id ? { external_id: fieldError('taken') } : {}
}
