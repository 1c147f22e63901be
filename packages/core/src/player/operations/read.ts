import { z } from 'zod'
import type { Contact } from '../../contacts/contact.ts'
import { findContact } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { assigneeOf } from '../../enrollments/assignee/assignee.ts'
import { respondersOf } from '../../enrollments/assignee/responders.ts'
import { stateOf } from '../../enrollments/link-state.ts'
import { personIn } from '../../enrollments/participants/person.ts'
import { namedAsShown, type ParticipantRow, withParticipantNames } from '../../enrollments/participants/store.ts'
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
import { type Reader, readTogether } from '../../storage/database.ts'
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
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: recordOf(z.object({ link: Link, view: PlayerView.nullable() })),
  run: (context) => context.store.read(async (reader) => ({ data: await ownGuide(reader, context) })),
})

/** The guide as a caller who follows an enrollment sees it. @throws AppError `not_found` */
export function ownGuide(reader: Reader, context: Context) {
  return readTogether(reader, (together) => guideOfCaller(together, context))
}

async function guideOfCaller(reader: Reader, context: Context) {
  const { workspace_id, id, contact_id } = context.caller
  const [of, enrollment, own] = await Promise.all([
    findWorkspace(reader, workspace_id),
    findEnrollment(reader, workspace_id, id),
    // Whose link it is, if it is not that of a participant.
    contact_id === undefined ? undefined : findContact(reader, workspace_id, contact_id),
  ])
  const workspace = shownWorkspace(context.settings, existing(of))
  if (!enrollment) {
    if (!(await findCancelledLink(reader, { workspace_id, enrollment_id: id }))) throw notFound()
    const nothing = { expires_at: null, language: null, link_requested_at: null, ...NO_CONVERSATION }
    return { link: { state: 'cancelled' as const, ...nothing, workspace }, view: null }
  }
  if (isSucceeded(context, enrollment)) throw notFound()
  const [participant, primary, followed, guide] = await Promise.all([
    participantOfCaller(reader, context),
    contact_id === undefined ? findContact(reader, workspace_id, enrollment.contact_id) : own,
    findVersion(reader, workspace_id, enrollment.guide_version_id),
    // A started guide can be continued, whatever its status.
    enrollment.status === 'invited' ? findGuide(reader, workspace_id, enrollment.guide_id) : undefined,
  ])
  const contact = participant ? await findContact(reader, workspace_id, participant.contact_id) : primary
  const { sections, ...whole } = existing(followed)
  const version = { ...whole, sections: seenSections(sections) }
  const state = participant?.removed_at ? 'removed' : stateOf({ enrollment, contact, guide }, context.now())
  const { expires_at, link_requested_at } = enrollment
  const people = state === 'open' && contact && primary ? { primary, own: participant } : undefined
  const organisation_id = people && contact?.organisation_id
  const [conversation, organisation, view] = await Promise.all([
    conversationOf(reader, context, enrollment, contact && state),
    organisation_id ? findOrganisation(reader, workspace_id, organisation_id) : undefined,
    people && viewOf(reader, context, { enrollment, version }, people),
  ])
  const language = contact?.language ?? null
  const link = { state, expires_at, language, link_requested_at, workspace, ...conversation }
  if (!view || !contact) return { link, view: null }
  const { first_name } = namedAsShown(contact, participant)
  return { link, view: { first_name, organisation_name: organisation?.name ?? null, ...view } }
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
  if (state === 'removed') return { ...NO_CONVERSATION, assignee: await assigneeOf(reader, enrollment) }
  const [assignee, unseen_answers, unassigned] = await Promise.all([
    assigneeOf(reader, enrollment),
    countUnseenAnswers(reader, { workspace_id, enrollment_id }),
    enrollment.assignee_id === null ? respondersOf(reader, enrollment) : undefined,
  ])
  const responders = unassigned ?? (assignee === null ? await respondersOf(reader, enrollment) : [assignee])
  const notifies_team = responders.length > 0 && (await mail.sends(reader))
  return { assignee, notifies_team, unseen_answers }
}

interface People {
  primary: Contact
  /** The reader; null for the primary contact. */
  own: ParticipantRow | null
}

async function viewOf(
  reader: Reader,
  { caller, now }: Context,
  follow: Pick<Visit, 'enrollment' | 'version'>,
  { primary, own }: People,
) {
  const { enrollment, version } = follow
  const { workspace_id, id, completed_at, ces_score, ces_comment } = enrollment
  const { asks_effort, sections: all, ...contents } = contentsOf(version)
  const you = personIn(caller)
  const key = { workspace_id, enrollment_id: id }
  const [{ state, completions, closed }, answers, passed, target, drafts, files] = await Promise.all([
    playerProgressOf(reader, follow, now()),
    store.answersOf(reader, workspace_id, id),
    passedOn(reader, enrollment, you),
    targetOf(reader, enrollment, now()),
    store.draftsOfPerson(reader, key, you),
    filesOf(reader, key),
  ])
  const sections = readableSections(all, closed)
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
    target,
    plan: await ownPlanOf(reader, enrollment, sections),
    answers,
    drafts,
    files: await withParticipantNames(reader, workspace_id, files),
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
