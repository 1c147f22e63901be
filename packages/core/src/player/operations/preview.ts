import { z } from 'zod'
import { assigneeOf } from '../../enrollments/assignee/assignee.ts'
import { progressOf } from '../../enrollments/steps/progress.ts'
import { existing } from '../../errors.ts'
import { Id, RecordId, recordOf } from '../../fields/fields.ts'
import { baseVersion, overwrite } from '../../guides/contents.ts'
import { DraftSection, GuideFields } from '../../guides/guide.ts'
import { seenSections } from '../../guides/seen-sections.ts'
import { findGuide, numberedSections } from '../../guides/store.ts'
import { isWebAddress } from '../../guides/unfinished.ts'
import { operation } from '../../operation/operation.ts'
import type { StoredRole } from '../../storage/tables/guides.ts'
import { DAY_MS, later } from '../../times.ts'
import { shownWorkspace } from '../../workspaces/change.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { Link } from '../link.ts'
import { PlayerView } from '../player.ts'

/** A new contact without data. */
const PREVIEW_CONTACT = {
  first_name: '',
  organisation_name: null,
  status: 'in_progress' as const,
  completed_step_ids: [],
  submitted_step_ids: [],
  reviews: [],
  approvals: [],
  completed_at: null,
  answers: {},
  drafts: {},
  files: [],
  participant_id: null,
  participants: [],
  passed_steps: [],
  target: null,
  plan: [],
  passed_roles: [],
  closed_sections: [],
  invited_by: null,
  completions: [],
  seen: {},
  ces_score: null,
  ces_comment: null,
}

const PERSON = { last_name: '', has_started: true, can_withdraw: false }

/** The persons of a preview as somebody with a role, who is named by it. Without a role there is the primary contact alone. */
function personOf(role: StoredRole | undefined) {
  if (!role) return {}
  const primary = { ...PERSON, participant_id: null, first_name: '', role_id: null, is_you: false, is_primary: true }
  const you = {
    ...PERSON,
    participant_id: role.id,
    first_name: role.name,
    role_id: role.id,
    is_you: true,
    is_primary: false,
  }
  return { participant_id: role.id, participants: [primary, you] }
}

/** The view of a draft, whose steps may be incomplete. */
const PreviewView = PlayerView.extend({
  guide: PlayerView.shape.guide.extend({ sections: z.array(DraftSection) }),
})

export const previewGuide = operation({
  name: 'preview_guide',
  summary: 'Preview the draft of a guide as a contact who starts it now',
  description: 'With fields, the preview includes these changes. Changes nothing, and creates no link.',
  access: 'guides:read',
  status: 200,
  input: GuideFields.partial().extend({
    id: RecordId,
    role_id: Id.optional().describe('As a participant with this role, beside a primary contact without a name'),
  }),
  output: recordOf(z.object({ link: Link, view: PreviewView })),
  run: ({ caller: { workspace_id, plan }, settings, now, store: { read } }, { id, role_id, ...given }) =>
    read(async (reader) => {
      const guide = existing(await findGuide(reader, workspace_id, id))
      const draft = overwrite(await baseVersion(reader, guide), given)
      const workspace = shownWorkspace(settings, existing(await findWorkspace(reader, workspace_id)))
      const { expires_after_days: days = guide.expires_after_days } = given
      const { default_assignee_id: assignee_id = guide.default_assignee_id } = given
      const link = {
        state: 'open' as const,
        expires_at: days === null ? null : later(now(), days * DAY_MS),
        language: workspace.default_language,
        assignee: await assigneeOf(reader, { workspace_id, assignee_id }),
        link_requested_at: null,
        notifies_team: true,
        unseen_answers: 0,
        workspace,
      }
      const { asks_effort, sections: all, ...contents } = draft
      const sections = seenSections(all)
      const view = {
        ...PREVIEW_CONTACT,
        ...personOf(draft.roles.find((role) => role.id === role_id)),
        progress: progressOf(sections, new Set()),
        guide: { ...contents, sections: withUsableAddresses(numberedSections(sections)) },
        asks_effort: asks_effort && plan.entitlements.includes('ces'),
      }
      return { data: { link, view } }
    }),
})

/** A draft may contain anything as an address. Pages show only web addresses. */
function withUsableAddresses(sections: ReturnType<typeof numberedSections>) {
  return sections.map((section) => ({
    ...section,
    steps: section.steps.map((step) => {
      const { url, ...content } = step.content
      return typeof url === 'string' && isWebAddress(url) ? step : { ...step, content }
    }),
  }))
}
