import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { emailColleague } from '../../emails/templates/colleague.ts'
import { existing, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id, Paging, pageOf, RecordId, recordOf, UpdatedSince } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { listRecords } from '../../records/lists/lists.ts'
import { writeUnique } from '../../records/unique.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { withUrl } from '../events/emit.ts'
import { withUrlFor } from '../shown-link.ts'
import { findEnrollment } from '../store.ts'
import { deleteContactCalendar } from '../token/calendars.ts'
import { newToken } from '../token/token.ts'
import { addParticipant, hasRole } from './add.ts'
import { contactToAdd } from './contact-to-add.ts'
import { recordRoleChange } from './events.ts'
import { participantList, withNames } from './list.ts'
import { Participant, ParticipantFields } from './participant.ts'
import { recordedPerson } from './person.ts'
import { removeParticipant } from './remove.ts'
import { changeParticipant, findParticipant, type NamedParticipant, NO_ROLE } from './store.ts'

const Place = { id: RecordId.describe('ID of the enrollment'), participant_id: RecordId }

export const listParticipants = operation({
  name: 'list_participants',
  summary: 'List the participants of an enrollment, newest first',
  description: 'The primary contact, whom the enrollment names, is not listed, nor are participants who were removed.',
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /enrollments/:id/participants',
  status: 200,
  input: z.strictObject({ id: RecordId, ...Paging, updated_since: UpdatedSince }),
  output: pageOf(Participant),
  run: async (context, { id, ...paging }) => {
    const { workspace_id } = context.caller
    existing(await context.store.read((reader) => findEnrollment(reader, workspace_id, id)))
    const { data, meta } = await listRecords(context, participantList, { filters: { enrollment_id: id }, ...paging })
    const named = await context.store.read((reader) => withNames(reader, workspace_id, data))
    return { data: named.map((participant) => withUrlFor(context, participant)), meta }
  },
})

export const getParticipant = operation({
  name: 'get_participant',
  summary: 'Get a participant of an enrollment',
  description: 'A removed participant is not found.',
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /enrollments/:id/participants/:participant_id',
  status: 200,
  input: z.strictObject(Place),
  output: recordOf(Participant),
  etag: Participant,
  run: (context, place) =>
    context.store.read(async (reader) => ({
      data: withUrlFor(context, await participantAt(reader, context, place)),
    })),
})

export const createParticipant = operation({
  name: 'create_participant',
  summary: 'Add a participant to an enrollment',
  description:
    'Give the id of a contact, or an address with a name: the contact with this address takes part, and for a new address a contact is created in the organisation of the enrollment, which also requires `contacts:write`. An address requires `contacts:read`, because the answer tells whose it is. The enrollment must be open. A contact of another organisation cannot take part.',
  access: 'enrollments:write',
  does: ['adds'],
  audit: ['participant.added'],
  optionally: { argument: 'send_invitation', does: ['sends'], scopes: ['messages:write'] },
  route: 'POST /enrollments/:id/participants',
  body: 'participant',
  status: 201,
  input: ParticipantFields.extend({ id: RecordId }),
  output: recordOf(Participant),
  run: (context, { id, role_id = null, send_invitation = false, ...person }) =>
    writeUnique(
      context.store,
      async (tx) => {
        const { workspace_id } = context.caller
        const { organisation_id } = existing(await findEnrollment(tx, workspace_id, id))
        const chosen = await contactToAdd(tx, context, person, organisation_id)
        const enrollment = existing(await findEnrollment(tx, workspace_id, id, 'change'))
        const added = await addParticipant(tx, context, { enrollment, role_id, ...chosen })
        if (send_invitation) await emailColleague(tx, context, added.enrollment, added.participant)
        return { data: withUrl(context, added.participant) }
      },
      ({ column }) =>
        column === 'participants.contact_id'
          ? { [person.contact_id === undefined ? 'email' : 'contact_id']: fieldError('taken', 'takes part already') }
          : undefined,
    ),
})

export const updateParticipant = operation({
  name: 'update_participant',
  summary: 'Change the role of a participant',
  description: 'The steps of the former role are no longer theirs; what they have done stays done.',
  access: 'enrollments:write',
  does: ['replaces'],
  audit: ['participant.role_changed'],
  route: 'PATCH /enrollments/:id/participants/:participant_id',
  body: 'participant',
  status: 200,
  input: z.strictObject({
    ...Place,
    role_id: Id.nullable()
      .optional()
      .meta({ reference: 'The role of the guide that this person has from now on; `null` for none.' }),
  }),
  output: recordOf(Participant),
  etag: Participant,
  current: getParticipant,
  run: (context, { role_id, ...place }) =>
    context.store.write(async (tx) => {
      const { enrollment, participant } = await locked(tx, context, place)
      if (role_id === undefined || role_id === participant.role_id) return { data: withUrlFor(context, participant) }
      if (role_id !== null && !(await hasRole(tx, enrollment, role_id)))
        throw validationError({ role_id: fieldError('does_not_exist') })
      const changes = { ...NO_ROLE, role_id, updated_at: tx.stamp }
      await changeParticipant(tx, participant, changes)
      await recordRoleChange(tx, context, enrollment)
      const details = { participant: place.participant_id }
      await recordAudit(tx, context, { action: 'participant.role_changed', subject_id: enrollment.id, details })
      return { data: withUrlFor(context, { ...participant, ...changes }) }
    }),
})

export const renewParticipantLink = operation({
  name: 'renew_participant_link',
  summary: 'Give a participant a new link',
  description:
    'The previous link stops working at once, and so does the address of the calendar that was made with it. A token sees the new one only with `enrollments:links`, or if it added the participant.',
  access: 'enrollments:write',
  does: ['replaces', 'ends'],
  audit: ['participant.link_renewed'],
  route: 'POST /enrollments/:id/participants/:participant_id/new_link',
  status: 200,
  input: z.strictObject(Place),
  output: recordOf(Participant),
  run: (context, place) =>
    context.store.write(async (tx) => {
      const { enrollment, participant } = await locked(tx, context, place)
      const { token_hash, sealed_token } = newToken(context.sealer)
      const changes = { token_hash, sealed_token: sealed_token ?? '', updated_at: tx.stamp }
      await changeParticipant(tx, participant, changes)
      const { workspace_id, id: enrollment_id } = enrollment
      await deleteContactCalendar(tx, { workspace_id, enrollment_id, person: recordedPerson(participant.id) })
      const details = { participant: place.participant_id }
      await recordAudit(tx, context, { action: 'participant.link_renewed', subject_id: enrollment.id, details })
      return { data: withUrlFor(context, { ...participant, ...changes }) }
    }),
})

export const deleteParticipant = operation({
  name: 'delete_participant',
  summary: 'Remove a participant from an enrollment',
  description: 'The link stops working. What the participant has done is kept.',
  access: 'enrollments:write',
  does: ['deletes', 'ends'],
  audit: ['participant.removed'],
  route: 'DELETE /enrollments/:id/participants/:participant_id',
  status: 204,
  input: z.strictObject(Place),
  output: z.void(),
  current: getParticipant,
  run: (context, place) =>
    context.store.write(async (tx) => {
      const { enrollment, participant } = await locked(tx, context, place)
      await removeParticipant(tx, context, enrollment, participant)
    }),
})

interface ParticipantPlace {
  id: string
  participant_id: string
}

/** @throws AppError `not_found`, also for a removed one */
async function participantAt(
  reader: Reader,
  { caller: { workspace_id } }: Context,
  { id: enrollment_id, participant_id: id }: ParticipantPlace,
): Promise<NamedParticipant> {
  const found = existing(await findParticipant(reader, { workspace_id, enrollment_id, id }))
  const [participant] = await withNames(reader, workspace_id, found.removed_at === null ? [found] : [])
  return existing(participant)
}

/** A participant with the enrollment, which is locked. @throws AppError `not_found` */
async function locked(tx: Tx, context: Context, place: ParticipantPlace) {
  const enrollment = existing(await findEnrollment(tx, context.caller.workspace_id, place.id, 'change'))
  return { enrollment, participant: await participantAt(tx, context, place) }
}
