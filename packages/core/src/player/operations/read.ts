import { z } from 'zod'
import type { Contact } from '../../contacts/contact.ts'
import { findContact } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { assigneeOf } from '../../enrollments/assignee/assignee.ts'
import { respondersOf } from '../../enrollments/assignee/responders.ts'
import { stateOf } from '../../enrollments/link-state.ts'
import { personIn } from '../../enrollments/participants/person.ts'
import { type ParticipantRow, withParticipantNames } from '../../enrollments/participants/store.ts'
import { type EnrollmentRow, findEnrollment } from '../../enrollments/store.ts'
import { findCancelledLink } from '../../enrollments/token/cancelled-links.ts'
import { existing, notFound } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { filesOf } from '../../files/store.ts'
import { contentsOf } from '../../guides/contents-of.ts'
import { isTeams } from '../../guides/responsible.ts'
import { seenSections } from '../../guides/seen-sections.ts'
import { findGuide, findVersion, numberedSections } from '../../guides/store.ts'
import { countUnseenAnswers } from '../../messages/store.ts'
import { operation } from '../../operation/operation.ts'
import { findOrganisation } from '../../organisations/store.ts'
import type { Reader } from '../../storage/database.ts'
import { shownWorkspace } from '../../workspaces/change.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { agreementsOf } from '../agreements.ts'
import { closedForOwn, readableSections } from '../closed-sections.ts'
import { Link } from '../link.ts'
import { inviterOf, listedPersons, passedOn } from '../people.ts'
import { isSucceeded, participantOfCaller } from '../person.ts'
import { ownPlanOf, targetOf } from '../plan.ts'
import { PlayerView } from '../player.ts'
import { seenOf } from '../seen.ts'
import * as store from '../store.ts'
import { playerProgressOf, type Visit } from '../visit.ts'

export const readOwnGuide = operation({
  name: 'read_own_guide',
  summary: 'Get the guide of a contact, and the state of its link',
  description: 'Changes nothing, so that programs which scan links have no effect. view is null unless state is open.',
  access: 'enrollment:follow',
  status: 200,
  input: z.strictObject({}),
  output: recordOf(z.object({ link: Link, view: PlayerView.nullable() })),
  run: (context) => context.store.read(async (reader) => ({ data: await ownGuide(reader, context) })),
})

/** The guide as a caller who follows an enrollment sees it. @throws AppError `not_found` */
export async function ownGuide(reader: Reader, context: Context) {
  const { workspace_id, id } = context.caller
  const workspace = shownWorkspace(context.settings, existing(await findWorkspace(reader, workspace_id)))
  const enrollment = await findEnrollment(reader, workspace_id, id)
  if (!enrollment) {
    if (!(await findCancelledLink(reader, { workspace_id, enrollment_id: id }))) throw notFound()
    const nothing = { expires_at: null, language: null, link_requested_at: null, ...NO_CONVERSATION }
    return { link: { state: 'cancelled' as const, ...nothing, workspace }, view: null }
  }
  if (isSucceeded(context, enrollment)) throw notFound()
  const participant = await participantOfCaller(reader, context)
  const primary = await findContact(reader, workspace_id, enrollment.contact_id)
  const contact = participant ? await findContact(reader, workspace_id, participant.contact_id) : primary
  const { sections, ...whole } = existing(await findVersion(reader, workspace_id, enrollment.guide_version_id))
  const version = { ...whole, sections: seenSections(sections) }
  // A started guide can be continued, whatever its status.
  const guide = enrollment.status === 'invited' ? await findGuide(reader, workspace_id, enrollment.guide_id) : undefined
  const state = participant?.removed_at ? 'removed' : stateOf({ enrollment, contact, guide }, context.now())
  const { expires_at, link_requested_at } = enrollment
  const link = {
    state,
    expires_at,
    language: contact?.language ?? null,
    link_requested_at,
    workspace,
    ...(await conversationOf(reader, context, enrollment, contact && state)),
  }
  if (state !== 'open' || !contact || !primary) return { link, view: null }
  const organisation =
    contact.organisation_id && (await findOrganisation(reader, workspace_id, contact.organisation_id))
  const known = { first_name: contact.first_name, organisation_name: organisation ? organisation.name : null }
  const people = { primary, own: participant }
  return { link, view: { ...known, ...(await viewOf(reader, context, { enrollment, version }, people)) } }
}

/** Without a contact nobody asks. */
const NO_CONVERSATION = { assignee: null, notifies_team: false, unseen_answers: 0 }

/** Who answers the contact, and how many answers are new. A removed participant has a person to write to, and no answers. */
async function conversationOf(
  reader: Reader,
  { mail }: Context,
  enrollment: EnrollmentRow,
  state: z.output<typeof Link>['state'] | undefined,
) {
  if (state === undefined) return NO_CONVERSATION
  const { workspace_id, id: enrollment_id } = enrollment
  const assignee = await assigneeOf(reader, enrollment)
  if (state === 'removed') return { ...NO_CONVERSATION, assignee }
  const isLookedAfter = assignee !== null || (await respondersOf(reader, enrollment)).length > 0
  const notifies_team = isLookedAfter && (await mail.sends(reader))
  return { assignee, notifies_team, unseen_answers: await countUnseenAnswers(reader, { workspace_id, enrollment_id }) }
}

interface People {
  primary: Contact
  /** The reader; null for the primary contact. */
  own: ParticipantRow | null
}

async function viewOf(reader: Reader, { caller, now }: Context, follow: Visit, { primary, own }: People) {
  const { enrollment, version } = follow
  const { workspace_id, id, completed_at, ces_score, ces_comment } = enrollment
  const { asks_effort, sections: all, ...contents } = contentsOf(version)
  const you = personIn(caller)
  const key = { workspace_id, enrollment_id: id }
  const { state, completions, closed } = await playerProgressOf(reader, follow, now())
  const sections = readableSections(all, closed)
  const answers = await store.answersOf(reader, workspace_id, id)
  const passed = await passedOn(reader, enrollment, you)
  const isShared = enrollment.participants_count > 0
  const hasPeople = isShared || version.roles.length > 0
  // A participant who was removed has still done what was done.
  const isTeamToo = sections.some(({ steps }) => steps.some(isTeams))
  const isKnownWho = hasPeople || isTeamToo || completions.some(({ by }) => by === 'participant')
  return {
    ...state,
    completed_at,
    guide: { ...contents, sections: numberedSections(sections) },
    closed_sections: closedForOwn(all, closed),
    target: await targetOf(reader, enrollment, now()),
    plan: await ownPlanOf(reader, enrollment, sections),
    answers,
    drafts: await store.draftsOfPerson(reader, key, you),
    files: await withParticipantNames(reader, workspace_id, await filesOf(reader, key)),
    participant_id: you,
    participants: hasPeople ? listedPersons(enrollment, primary, passed.participants, you) : [],
    passed_steps: passed.steps,
    ...(await agreementsOf(reader, enrollment, sections)),
    passed_roles: passed.roles,
    invited_by: inviterOf(own, primary, passed.participants),
    completions: isKnownWho ? await withParticipantNames(reader, workspace_id, completions) : [],
    seen: isShared ? seenOf(answers) : {},
    asks_effort: asks_effort && caller.plan.entitlements.includes('ces'),
    ces_score,
    ces_comment,
  }
}
