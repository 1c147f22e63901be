import { z } from 'zod'
import { findContact } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { emailColleague } from '../../emails/templates/colleague.ts'
import { notifyInbox } from '../../enrollments/inbox/notify.ts'
import { addParticipant } from '../../enrollments/participants/add.ts'
import { contactToAdd } from '../../enrollments/participants/contact-to-add.ts'
import { recordRoleChange } from '../../enrollments/participants/events.ts'
import { countInvitation, requireInvitations } from '../../enrollments/participants/invitations.ts'
import { OwnParticipant } from '../../enrollments/participants/participant.ts'
import { passStep } from '../../enrollments/participants/passed-steps.ts'
import { personIn, recordedPerson } from '../../enrollments/participants/person.ts'
import { removeParticipant } from '../../enrollments/participants/remove.ts'
import { changeParticipant, type NamedParticipant, participantsOf } from '../../enrollments/participants/store.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { existing, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Email, Id, optionalVisibleName, recordOf, visibleName } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { writeUnique } from '../../records/unique.ts'
import type { Tx } from '../../storage/database.ts'
import { chosen, Passable, passingOf, passRole, requireOwnStep } from '../passing.ts'
import { listedPersons } from '../people.ts'
import { requirePerson } from '../person.ts'
import { startVisit } from '../visit.ts'

const access = 'enrollment:follow'

export const listOwnParticipants = operation({
  name: 'list_own_participants',
  summary: 'List the persons who take part in the own enrollment',
  description: 'The primary contact first. Without addresses and links.',
  access,
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: z.object({ data: z.array(OwnParticipant) }),
  run: (context) =>
    context.store.read(async (reader) => {
      const { workspace_id, id } = context.caller
      const enrollment = existing(await findEnrollment(reader, workspace_id, id))
      await requirePerson(reader, context, enrollment)
      const primary = existing(await findContact(reader, workspace_id, enrollment.contact_id))
      const participants = await participantsOf(reader, { workspace_id, enrollment_id: id })
      return { data: listedPersons(enrollment, primary, participants, personIn(context.caller)) }
    }),
})

export const inviteParticipant = operation({
  name: 'invite_participant',
  summary: 'Invite a colleague to the own enrollment',
  description:
    'Mails the colleague a link, in the name of the inviter. Refused if the guide does not allow it. A person can invite 5 colleagues a day, and an enrollment has at most 20 invitations by contacts. The answer is the same whether or not there is a contact with the address, and shows the name that was given.',
  access,
  audit: ['participant.added'],
  status: 201,
  input: z.strictObject({
    email: Email,
    first_name: visibleName(),
    last_name: optionalVisibleName().optional(),
    role_id: Id.nullish().describe('A role of the guide'),
    passes_on: z
      .strictObject(Passable)
      .optional()
      .describe('An own role or step that the colleague gets, as by pass_on; give either role_id or step_id'),
  }),
  output: recordOf(OwnParticipant),
  run: async (context, { role_id = null, passes_on, ...person }) => {
    await countInvitation(context)
    const invited_as = { first_name: person.first_name, last_name: person.last_name ?? '' }
    return writeUnique(
      context.store,
      async (tx) => {
        const { workspace_id, id } = context.caller
        const before = existing(await findEnrollment(tx, workspace_id, id))
        const own = await requirePerson(tx, context, before)
        if (own.contact.email === person.email)
          throw validationError({ email: fieldError('taken', 'is your own address') })
        // The contact is locked before the enrollment.
        const chosen = await contactToAdd(tx, context, person, before.organisation_id)
        const { enrollment, version } = await startVisit(tx, context)
        if (!version.participants_may_invite)
          throw validationError({ base: fieldError('wrong_state', 'Participants of this guide cannot invite others') })
        await requireInvitations(tx, context, enrollment)
        const added = await addParticipant(tx, context, { enrollment, role_id, ...chosen, invited_as })
        const got = passes_on ? await passTo(tx, context, added.participant, passes_on) : role_id
        await emailColleague(tx, context, added.enrollment, { ...added.participant, role_id: got })
        const { id: participant_id, first_name, last_name } = added.participant
        await notifyInbox(tx, context, added.enrollment, {
          kind: 'participant_added',
          actor_name: `${own.contact.first_name} ${own.contact.last_name}`.trim(),
          subject_id: participant_id,
          text: `${first_name} ${last_name}`.trim(),
        })
        const flags = { is_you: false, is_primary: false, has_started: false, can_withdraw: true }
        return { data: { participant_id, ...invited_as, role_id: got, ...flags } }
      },
      () => ({ email: fieldError('taken', 'takes part already') }),
    )
  },
})

/** Passes an own role or step on to a colleague who was just invited. @returns the role that the colleague has then */
async function passTo(
  tx: Tx,
  context: Context,
  to: NamedParticipant,
  given: { role_id?: string | undefined; step_id?: string | undefined },
): Promise<string | null> {
  const passing = await passingOf(tx, context)
  const { role_id, step_id } = chosen(given)
  if (step_id === undefined) {
    await passRole(tx, passing, { role_id, to })
    await recordRoleChange(tx, context, passing.follow.enrollment)
    return role_id ?? null
  }
  await requireOwnStep(tx, passing, step_id)
  await passStep(tx, { ...passing.key, step_id }, { to: to.id, by: passing.you })
  return to.role_id
}

export const withdrawInvitation = operation({
  name: 'withdraw_invitation',
  summary: 'Withdraw an own invitation to the own enrollment',
  description: 'Possible until the colleague has started. What was passed on to the colleague comes back.',
  access,
  audit: ['participant.removed'],
  status: 204,
  input: z.strictObject({ participant_id: Id }),
  output: z.void(),
  run: (context, { participant_id }) =>
    context.store.write(async (tx) => {
      const { follow, participants, you } = await passingOf(tx, context)
      const own = recordedPerson(you)
      const invited = participants.find(({ id, invited_by }) => id === participant_id && invited_by === own)
      if (!invited) throw validationError({ participant_id: fieldError('does_not_exist', 'was not invited by you') })
      if (invited.started_at !== null)
        throw validationError({ participant_id: fieldError('wrong_state', 'has started already') })
      const { role_id, role_passed_by } = invited
      const after = await removeParticipant(tx, context, follow.enrollment, invited)
      const me = participants.find(({ id }) => id === you)
      if (me?.role_id !== null || role_passed_by !== own) return
      await changeParticipant(tx, me, { role_id, updated_at: tx.stamp })
      await recordRoleChange(tx, context, after)
    }),
})
