import type { Context } from '../../../context.ts'
import { recordEtag } from '../../../operation/etag.ts'
import { changedOrganisation, changeOrganisation } from '../../../organisations/change.ts'
import { type Organisation, OrganisationTag } from '../../../organisations/organisation.ts'
import { findOrganisation, findOrganisationsLike } from '../../../organisations/store.ts'
import { fold } from '../../../records/text.ts'
import type { Tx } from '../../../storage/database.ts'
import { faultAt, type OrganisationReading } from '../../rows/reading.ts'
import type { ImportsRow } from '../../store.ts'
import { beforeOf } from '../previous.ts'
import { type Creation, findRepeated, type RowPlan, type RowPlanner, type UndoData } from './row-plan.ts'

/** Plans the effect of rows on organisations. Without external ids, they are matched by name. */
export const planOrganisations: RowPlanner<OrganisationReading> = async (reader, context, job, readings) => {
  await findRepeated(reader, job, readings)
  const known = await findOrganisationsLike(reader, job.workspace_id, {
    names: readings.flatMap(({ keys }) => keys.email_key ?? []),
    external_ids: readings.flatMap(({ keys }) => keys.external_key ?? []),
  })
  const all: Known = {
    byName: Map.groupBy(known, ({ name }) => fold(name)),
    byId: Map.groupBy(known, ({ external_id }) => external_id),
  }
  return readings.map((reading) => ({ reading, plan: planRow(context, job, all, reading) }))
}

interface Known {
  byName: ReadonlyMap<string | null, readonly Organisation[]>
  byId: ReadonlyMap<string | null, readonly Organisation[]>
}

type New = NonNullable<OrganisationReading['created']['data']>
type Changes = NonNullable<OrganisationReading['changed']['data']>

function planRow(context: Context, job: ImportsRow, { byName, byId }: Known, reading: OrganisationReading): RowPlan {
  const { keys, faults } = reading
  const alike = (keys.external_key === null ? byName.get(keys.email_key) : byId.get(keys.external_key)) ?? []
  const [current] = alike
  if (alike.length > 1)
    faults.push(
      faultAt(job, 'name', {
        code: 'invalid',
        text: `is the name of ${alike.length} organisations: add a column with external ids`,
      }),
    )
  const refused = (wrong: RowPlan['faults']): RowPlan => ({
    fate: 'faulty',
    faults: [...faults, ...wrong],
    record_id: current?.id ?? null,
  })
  if (!current) {
    const { data: given, faults: wrong = [] } = reading.created
    if (!given || faults.length > 0) return refused(wrong)
    return { fate: 'created', faults, record_id: null, prepare: async () => newOrganisation(given) }
  }
  const { data: given, faults: wrong = [] } = reading.changed
  if (!given || faults.length > 0) return refused(wrong)
  if (!job.update_existing || changedOrganisation(current, given) === current)
    return { fate: 'unchanged', faults, record_id: current.id }
  return { fate: 'updated', faults, record_id: current.id, write: (tx) => updated(tx, context, current.id, given) }
}

function newOrganisation({ metadata_merge: metadata, ...given }: New): Creation {
  return { resource: 'organisations', given: { ...given, ...(metadata && { metadata }) } }
}

async function updated(tx: Tx, context: Context, id: string, given: Changes): Promise<UndoData | undefined> {
  const current = await findOrganisation(tx, context.caller.workspace_id, id, 'change')
  if (!current) return undefined
  const after = await changeOrganisation(tx, context, current, given)
  if (after === current) return undefined
  return {
    record_id: id,
    before: beforeOf({ ...current, contacts_count: 0 }, { ...after, contacts_count: 0 }),
    written_tag: recordEtag(OrganisationTag, after),
    made_organisation_id: null,
  }
}
