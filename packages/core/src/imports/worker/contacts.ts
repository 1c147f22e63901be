import type { z } from 'zod'
import { changeContact, changedContact, makeContact } from '../../contacts/change.ts'
import { Contact, ContactChanges, ContactFields } from '../../contacts/contact.ts'
import { findContactsLike } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { recordTag } from '../../operation/etag.ts'
import { parseInput } from '../../operation/validation.ts'
import type { Tx } from '../../storage/database.ts'
import type { ImportsRow } from '../store.ts'
import { metadataOf } from '../targets.ts'
import { beforeOf } from './former.ts'
import { findOrganisations, type Organisations } from './organisation-names.ts'
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

/** Nobody is told of a row by itself: whoever sees to it that a row is unique has looked at all of them. */
const attempting = () => undefined

/** What rows would do to contacts. */
export const judgeContacts: Judge = async (reader, context, job, rows) => {
  const readings = readingsOf(job, rows, (fields) => ({
    email_key: keyOf(fields.get('email')?.toLowerCase(), 320),
    external_key: keyOf(fields.get('external_id'), 255),
  }))
  await findRepeated(reader, job, readings)
  const known = await findContactsLike(reader, job.workspace_id, {
    emails: readings.flatMap(({ keys }) => keys.email_key ?? []),
    external_ids: readings.flatMap(({ keys }) => keys.external_key ?? []),
  })
  const organisations = await findOrganisations(reader, job, readings)
  return readings.map((reading) => ({ reading, verdict: verdictOn(context, { job, known, organisations }, reading) }))
}

interface Known {
  job: ImportsRow
  known: readonly Contact[]
  organisations: Organisations
}

function verdictOn(context: Context, { job, known, organisations }: Known, reading: Reading): Verdict {
  const { keys, faults } = reading
  const byId = known.find(({ external_id }) => external_id !== null && external_id === keys.external_key)
  const byEmail = known.find(({ email }) => email === keys.email_key)
  const current = byId ?? byEmail
  const refused = (found: Verdict['faults']): Verdict => ({
    fate: 'faulty',
    faults: found,
    record_id: current?.id ?? null,
  })
  if (byId && byEmail && byId.id !== byEmail.id)
    faults.push(faultAt(job, 'email', { code: 'taken', text: 'is the address of another contact' }))
  if (!byId && keys.external_key !== null && byEmail && byEmail.external_id !== null)
    faults.push(faultAt(job, 'email', { code: 'taken', text: `is here already, with the id ${byEmail.external_id}` }))
  const found = organisations.of(reading)
  if (found?.fault) faults.push(found.fault)
  let given: z.output<typeof ContactChanges>
  try {
    given = parseInput(current ? ContactChanges : ContactFields.extend(ContactMerge), inputOf(reading))
  } catch (error) {
    return refused([...faults, ...faultsOf(job, error)])
  }
  if (faults.length > 0) return refused(faults)
  const organisation = (tx: Tx) => organisations.idOf(tx, context, found)
  if (!current)
    return { fate: 'created', faults, record_id: null, write: (tx) => created(tx, context, given, organisation) }
  const unchanged: Verdict = { fate: 'unchanged', faults, record_id: current.id }
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

const ContactMerge = { metadata_merge: ContactChanges.shape.metadata_merge }

/** Empty cells are not among them: what they would change stays as it is. */
function inputOf({ fields }: Reading): Record<string, unknown> {
  const own = ['email', 'first_name', 'last_name', 'external_id', 'language'].flatMap((name) => {
    const text = fields.get(name)
    return text === undefined ? [] : [[name, name === 'language' ? text.toLowerCase().slice(0, 2) : text]]
  })
  const metadata = metadataOf(fields)
  return { ...Object.fromEntries(own), ...(metadata && { metadata_merge: metadata }) }
}

type Given = z.output<typeof ContactChanges>
type Organisation = (tx: Tx) => Promise<{ id: string; made: boolean } | undefined>

async function created(tx: Tx, context: Context, given: Given, organisation: Organisation): Promise<Written> {
  const { metadata_merge: metadata, ...fields } = given
  const entered = await organisation(tx)
  const complete = parseInput(ContactFields, { ...fields, metadata, organisation_id: entered?.id })
  const made = await makeContact(tx, context, complete, attempting)
  return {
    record_id: made.id,
    before: null,
    written_tag: recordTag(Contact, made),
    made_organisation_id: entered?.made ? entered.id : null,
  }
}

interface Update {
  current: Contact
  given: Given
  organisation: Organisation
}

async function updated(
  tx: Tx,
  context: Context,
  { current, given, organisation }: Update,
): Promise<Written | undefined> {
  const entered = await organisation(tx)
  const changes = { ...given, ...(entered && { organisation_id: entered.id }) }
  const after = await changeContact(tx, context, current, changes, attempting)
  if (after === current) return undefined
  return {
    record_id: current.id,
    before: beforeOf(current, after),
    written_tag: recordTag(Contact, after),
    made_organisation_id: entered?.made ? entered.id : null,
  }
}
