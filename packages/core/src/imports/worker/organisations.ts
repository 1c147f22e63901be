import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { recordTag } from '../../operation/etag.ts'
import { parseInput } from '../../operation/validation.ts'
import { changedOrganisation, changeOrganisation, makeOrganisation } from '../../organisations/change.ts'
import {
  type Organisation,
  OrganisationChanges,
  OrganisationFields,
  OrganisationTag,
} from '../../organisations/organisation.ts'
import { findOrganisation, findOrganisationsLike } from '../../organisations/store.ts'
import { fold } from '../../records/text.ts'
import type { Tx } from '../../storage/database.ts'
import type { ImportsRow } from '../store.ts'
import { metadataOf } from '../targets.ts'
import { beforeOf } from './former.ts'
import {
  faultAt,
  faultsOf,
  findRepeated,
  type Judge,
  keyOf,
  type Reading,
  readingsOf,
  type Verdict,
  type Written,
} from './verdict.ts'

/** What rows would do to organisations. Where they have no id of their own, their names find what is there. */
export const judgeOrganisations: Judge = async (reader, context, job, rows) => {
  const hasIds = job.mapping?.includes('external_id') ?? false
  const readings = readingsOf(job, rows, (fields) => ({
    // With ids of their own, several may have one name.
    email_key: hasIds ? null : keyOf(fold(fields.get('name') ?? ''), 320),
    external_key: keyOf(fields.get('external_id'), 255),
  }))
  await findRepeated(reader, job, readings)
  const known = await findOrganisationsLike(reader, job.workspace_id, {
    names: readings.flatMap(({ keys }) => keys.email_key ?? []),
    external_ids: readings.flatMap(({ keys }) => keys.external_key ?? []),
  })
  return readings.map((reading) => ({ reading, verdict: verdictOn(context, job, known, reading) }))
}

const Merge = { metadata_merge: OrganisationChanges.shape.metadata_merge }
type Given = z.output<typeof OrganisationChanges>

function verdictOn(context: Context, job: ImportsRow, known: readonly Organisation[], reading: Reading): Verdict {
  const { keys, faults, fields } = reading
  const alike = known.filter(({ external_id, name }) =>
    keys.external_key === null ? fold(name) === keys.email_key : external_id === keys.external_key,
  )
  const [current] = alike
  if (alike.length > 1)
    faults.push(
      faultAt(job, 'name', {
        code: 'invalid',
        text: `is the name of ${alike.length} organisations: add a column with ids of your own`,
      }),
    )
  let given: Given
  try {
    const own = ['name', 'domain', 'external_id'].flatMap((name) =>
      fields.has(name) ? [[name, fields.get(name)]] : [],
    )
    const metadata = metadataOf(fields)
    const input = { ...Object.fromEntries(own), ...(metadata && { metadata_merge: metadata }) }
    given = parseInput(current ? OrganisationChanges : OrganisationFields.extend(Merge), input)
  } catch (error) {
    return { fate: 'faulty', faults: [...faults, ...faultsOf(job, error)], record_id: current?.id ?? null }
  }
  if (faults.length > 0) return { fate: 'faulty', faults, record_id: current?.id ?? null }
  if (!current) return { fate: 'created', faults, record_id: null, write: (tx) => created(tx, context, given) }
  if (!job.update_existing || changedOrganisation(current, given) === current)
    return { fate: 'unchanged', faults, record_id: current.id }
  return { fate: 'updated', faults, record_id: current.id, write: (tx) => updated(tx, context, current.id, given) }
}

async function created(tx: Tx, context: Context, { metadata_merge: metadata, ...given }: Given): Promise<Written> {
  const complete = parseInput(OrganisationFields, { ...given, metadata })
  const made = await makeOrganisation(tx, context, complete)
  return { record_id: made.id, before: null, written_tag: recordTag(OrganisationTag, made), made_organisation_id: null }
}

async function updated(tx: Tx, context: Context, id: string, given: Given): Promise<Written | undefined> {
  const current = await findOrganisation(tx, context.caller.workspace_id, id, 'change')
  if (!current) return undefined
  const after = await changeOrganisation(tx, context, current, given)
  if (after === current) return undefined
  return {
    record_id: id,
    before: beforeOf({ ...current, contacts_count: 0 }, { ...after, contacts_count: 0 }),
    written_tag: recordTag(OrganisationTag, after),
    made_organisation_id: null,
  }
}
