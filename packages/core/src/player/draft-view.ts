import { z } from 'zod'
import type { Context } from '../context.ts'
import { assigneeOf } from '../enrollments/assignee/assignee.ts'
import { progressOf } from '../enrollments/steps/progress.ts'
import { existing } from '../errors.ts'
import type { Contents } from '../guides/contents.ts'
import { DraftSection } from '../guides/guide.ts'
import { seenSections } from '../guides/seen-sections.ts'
import { numberedSections } from '../guides/store.ts'
import { isWebAddress } from '../guides/unfinished.ts'
import type { Reader } from '../storage/database.ts'
import type { StoredRole } from '../storage/tables/guides.ts'
import { DAY_MS, later } from '../times.ts'
import { shownWorkspace } from '../workspaces/change.ts'
import { findWorkspace } from '../workspaces/store.ts'
import { Link } from './link.ts'
import { PlayerView } from './player.ts'

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

/** A draft as a contact would see it; its steps may be incomplete. */
export const DraftView = z.object({
  link: Link,
  view: PlayerView.extend({ guide: PlayerView.shape.guide.extend({ sections: z.array(DraftSection) }) }),
})

interface Draft {
  contents: Contents
  expires_after_days: number | null
  default_assignee_id: string | null
  /** The role of the person who looks at it; the primary contact without one. */
  role_id?: string | undefined
}

/** A draft as a contact who starts it now would see it. */
export async function draftViewOf(
  reader: Reader,
  { caller, settings, now }: Pick<Context, 'caller' | 'settings' | 'now'>,
  { contents: draft, expires_after_days: days, default_assignee_id: assignee_id, role_id }: Draft,
) {
  const { workspace_id, plan } = caller
  const workspace = shownWorkspace(settings, existing(await findWorkspace(reader, workspace_id)))
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
  return { link, view }
}

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
