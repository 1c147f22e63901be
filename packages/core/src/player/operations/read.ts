import { z } from 'zod'
import { findContact } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { assigneeOf } from '../../enrollments/assignee/assignee.ts'
import { respondersOf } from '../../enrollments/assignee/responders.ts'
import { type EnrollmentRow, findEnrollment } from '../../enrollments/store.ts'
import { findCancelledLink } from '../../enrollments/token/cancelled-links.ts'
import { existing, notFound } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { filesOf } from '../../files/store.ts'
import { findGuide, findVersion, numberedSections } from '../../guides/store.ts'
import { countUnseenAnswers } from '../../messages/store.ts'
import { operation } from '../../operation/operation.ts'
import { findOrganisation } from '../../organisations/store.ts'
import type { Reader } from '../../storage/database.ts'
import { shownWorkspace } from '../../workspaces/change.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { Link, stateOf } from '../link.ts'
import { PlayerView } from '../player.ts'
import * as store from '../store.ts'
import { playerStateOf, type Visit } from '../visit.ts'

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

async function ownGuide(reader: Reader, context: Context) {
  const { workspace_id, id } = context.caller
  const workspace = shownWorkspace(context.settings, existing(await findWorkspace(reader, workspace_id)))
  const enrollment = await findEnrollment(reader, workspace_id, id)
  if (!enrollment) {
    if (!(await findCancelledLink(reader, { workspace_id, enrollment_id: id }))) throw notFound()
    const nothing = { expires_at: null, language: null, link_requested_at: null, ...NO_CONVERSATION }
    return { link: { state: 'cancelled' as const, ...nothing, workspace }, view: null }
  }
  const contact = await findContact(reader, workspace_id, enrollment.contact_id)
  const version = existing(await findVersion(reader, workspace_id, enrollment.guide_version_id))
  // A started guide can be continued, whatever its status.
  const guide = enrollment.status === 'invited' ? await findGuide(reader, workspace_id, enrollment.guide_id) : undefined
  const state = stateOf({ enrollment, contact, guide }, context.now())
  const { expires_at, link_requested_at } = enrollment
  const link = {
    state,
    expires_at,
    language: contact?.language ?? null,
    link_requested_at,
    workspace,
    ...(contact ? await conversationOf(reader, context, enrollment) : NO_CONVERSATION),
  }
  if (state !== 'open' || !contact) return { link, view: null }
  const organisation =
    contact.organisation_id && (await findOrganisation(reader, workspace_id, contact.organisation_id))
  const known = { first_name: contact.first_name, organisation_name: organisation ? organisation.name : null }
  return { link, view: { ...known, ...(await viewOf(reader, context, { enrollment, version })) } }
}

/** Without a contact nobody asks. */
const NO_CONVERSATION = { assignee: null, notifies_team: false, unseen_answers: 0 }

/** Who answers the contact, and how many answers are new. */
async function conversationOf(reader: Reader, { mail }: Context, enrollment: EnrollmentRow) {
  const { workspace_id, id: enrollment_id } = enrollment
  const assignee = await assigneeOf(reader, enrollment)
  const isLookedAfter = assignee !== null || (await respondersOf(reader, enrollment)).length > 0
  const notifies_team = isLookedAfter && (await mail.sends(reader))
  return { assignee, notifies_team, unseen_answers: await countUnseenAnswers(reader, { workspace_id, enrollment_id }) }
}

async function viewOf(reader: Reader, { caller: { plan } }: Context, follow: Visit) {
  const { enrollment, version } = follow
  const { workspace_id, id, completed_at, ces_score, ces_comment } = enrollment
  const { title, description, completion_message, asks_effort, sections } = version
  return {
    ...(await playerStateOf(reader, follow)),
    completed_at,
    guide: { title, description, completion_message, sections: numberedSections(sections) },
    answers: await store.answersOf(reader, workspace_id, id),
    drafts: await store.draftsOf(reader, workspace_id, id),
    files: await filesOf(reader, { workspace_id, enrollment_id: id }),
    asks_effort: asks_effort && plan.entitlements.includes('ces'),
    ces_score,
    ces_comment,
  }
}
