import { z } from 'zod'
import { assigneeOf } from '../../enrollments/assignee/assignee.ts'
import { progressOf } from '../../enrollments/steps/progress.ts'
import { existing } from '../../errors.ts'
import { RecordId, recordOf } from '../../fields/fields.ts'
import { baseVersion, overwrite } from '../../guides/contents.ts'
import { DraftSection, GuideFields } from '../../guides/guide.ts'
import { findGuide, numberedSections } from '../../guides/store.ts'
import { isWebAddress } from '../../guides/unfinished.ts'
import { operation } from '../../operation/operation.ts'
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
  completed_at: null,
  answers: {},
  drafts: {},
  files: [],
  participant_id: null,
  participants: [],
  passed_steps: [],
  passed_roles: [],
  invited_by: null,
  completions: [],
  seen: {},
  ces_score: null,
  ces_comment: null,
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
  input: GuideFields.partial().extend({ id: RecordId }),
  output: recordOf(z.object({ link: Link, view: PreviewView })),
  run: ({ caller: { workspace_id, plan }, settings, now, store: { read } }, { id, ...given }) =>
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
      const { asks_effort, sections, ...contents } = draft
      const view = {
        ...PREVIEW_CONTACT,
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
