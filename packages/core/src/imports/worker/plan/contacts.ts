import { changeContact, changedContact } from '../../../contacts/change.ts'
import { Contact } from '../../../contacts/contact.ts'
import { findContactsLike } from '../../../contacts/store.ts'
import type { Context } from '../../../context.ts'
import { recordEtag } from '../../../operation/etag.ts'
import type { Tx } from '../../../storage/database.ts'
import { type ContactReading, faultAt } from '../../rows/reading.ts'
import type { ImportsRow } from '../../store.ts'
import { beforeOf } from '../previous.ts'
import { findOrganisations, type Organisations } from './organisation-names.ts'
import { type Creation, findRepeated, type RowPlan, type RowPlanner, type UndoData } from './row-plan.ts'

/** Single rows need no check: the caller checks the uniqueness of all rows. */
const attempting = () => undefined

/** Plans the effect of rows on contacts. */
export const planContacts: RowPlanner<ContactReading> = async (reader, context, job, readings) => {
  await findRepeated(reader, job, readings)
  const known = await findContactsLike(reader, job.workspace_id, {
    emails: readings.flatMap(({ keys }) => keys.email_key ?? []),
    external_ids: readings.flatMap(({ keys }) => keys.external_key ?? []),
  })
  const all: Known = {
    job,
    byId: new Map(known.map((contact) => [contact.external_id, contact])),
    byEmail: new Map(known.map((contact) => [contact.email, contact])),
    organisations: await findOrganisations(reader, job, readings),
  }
  return readings.map((reading) => ({ reading, plan: planRow(context, all, reading) }))
}

interface Known {
  job: ImportsRow
  byId: ReadonlyMap<string | null, Contact>
  byEmail: ReadonlyMap<string, Contact>
  organisations: Organisations
}

function planRow(context: Context, { job, organisations, ...known }: Known, reading: ContactReading): RowPlan {
  const { keys, faults } = reading
  const byId = keys.external_key === null ? undefined : known.byId.get(keys.external_key)
  const byEmail = keys.email_key === null ? undefined : known.byEmail.get(keys.email_key)
  const current = byId ?? byEmail
  const refused = (found: RowPlan['faults']): RowPlan => ({
    fate: 'faulty',
    faults: found,
    record_id: current?.id ?? null,
  })
  if (byId && byEmail && byId.id !== byEmail.id)
    faults.push(faultAt(job, 'email', { code: 'taken', text: 'belongs to another contact' }))
  if (!byId && keys.external_key !== null && byEmail && byEmail.external_id !== null)
    faults.push(
      faultAt(job, 'email', {
        code: 'taken',
        text: `belongs to a contact with the external id ${byEmail.external_id}`,
      }),
    )
  const found = organisations.of(reading)
  if (found?.fault) faults.push(found.fault)
  const organisation = (tx: Tx) => organisations.idOf(tx, context, found)
  if (!current) {
    const { data: given, faults: wrong = [] } = reading.created
    if (!given || faults.length > 0) return refused([...faults, ...wrong])
    return { fate: 'created', faults, record_id: null, prepare: (tx) => newContact(tx, given, organisation) }
  }
  const { data: given, faults: wrong = [] } = reading.changed
  if (!given || faults.length > 0) return refused([...faults, ...wrong])
  const unchanged: RowPlan = { fate: 'unchanged', faults, record_id: current.id }
  if (!job.update_existing) return unchanged
  const moves = found !== undefined && (found.id === undefined || found.id !== current.organisation_id)
  if (!moves && changedContact(current, given) === current) return unchanged
  return {
    fate: 'updated',
    faults,
    record_id: current.id,
    write: (tx) => updated(tx, context, { current, given, organisation }),
  }
}

type New = NonNullable<ContactReading['created']['data']>
type Changes = NonNullable<ContactReading['changed']['data']>
type Organisation = (tx: Tx) => Promise<{ id: string; made: boolean } | undefined>

async function newContact(tx: Tx, given: New, organisation: Organisation): Promise<Creation> {
  const { metadata_merge: metadata, ...fields } = given
  const entered = await organisation(tx)
  return {
    resource: 'contacts',
    given: { ...fields, ...(metadata && { metadata }), organisation_id: entered?.id },
    made_organisation_id: entered?.made ? entered.id : null,
  }
}

interface Update {
  current: Contact
  given: Changes
  organisation: Organisation
}

async function updated(
  tx: Tx,
  context: Context,
  { current, given, organisation }: Update,
): Promise<UndoData | undefined> {
  const entered = await organisation(tx)
  const changes = { ...given, ...(entered && { organisation_id: entered.id }) }
  const after = await changeContact(tx, context, current, changes, attempting)
  if (after === current) return undefined
  return {
    record_id: current.id,
    before: beforeOf(current, after),
    written_tag: recordEtag(Contact, after),
    made_organisation_id: entered?.made ? entered.id : null,
  }
}
