import { z } from 'zod'
import { existing, validationError } from '../../../errors.ts'
import { RecordId, recordOf } from '../../../fields/fields.ts'
import { operation } from '../../../operation/operation.ts'
import { applyChanges } from '../../changes/apply.ts'
import { DraftChanges } from '../../changes/change.ts'
import { changesOf } from '../../comparison/compare.ts'
import { baseVersion, writeDraft } from '../../contents.ts'
import { contentsOf } from '../../contents-of.ts'
import { insertDraft } from '../../create.ts'
import { GuideFields } from '../../guide.ts'
import { assigneesOfChange, requireAssignees } from '../../step-assignees.ts'
import { findGuide } from '../../store.ts'
import { DraftDifference } from '../differences.ts'
import { DraftOutline, shownOutline } from '../outline.ts'
import { requireRevision, revisionOf } from '../revision.ts'

/** What a model has to know to write steps; `service://authoring` says more. */
const STEP =
  'step: {title, type, content, estimated_minutes, required?, responsible?, due?}. content by type: simple_content {markdown}; video, embed, link {url, markdown}; checklist {items: [text]}; form {markdown, fields: [{name, label, kind, required, options?}]}; file_upload {markdown, accept?}; approval {markdown}. kind: text, paragraph, email, number, date, tel, url, choice, multiple_choice, checkbox, consent'

export const createGuideDraft = operation({
  name: 'create_guide_draft',
  summary: 'Create a guide as a draft, whole or as an outline',
  description:
    'A draft may be incomplete, and nobody sees it before it is published. The answer is an outline with a revision.',
  access: 'guides:write',
  does: ['adds'],
  audit: ['guide.created'],
  route: 'POST /guides/drafts',
  deprecated: { since: '2026-11-27', use: 'create_guide' },
  body: 'guide',
  large: true,
  status: 201,
  tool: {
    scope: 'guides:write',
    guidance: 'How a good guide is written is in the resource service://authoring. Then check_guide_draft.',
    leavesOut: [
      'expires_after_days',
      'not_started_after_days',
      'stalled_after_days',
      'expiring_before_days',
      'default_assignee_id',
      'asks_effort',
      'participants_may_invite',
    ],
    inWords: {
      sections: `[{title, description?, opens?, steps: [step]}]. step: as in edit_guide_draft`,
      roles: '[{name, description?}]',
      completion_message: 'Markdown, for the end of the guide',
      target_after_days: 'Working days from the enrollment to its target',
      target_label: 'Such as "Go-live"',
    },
  },
  input: GuideFields,
  output: recordOf(DraftOutline),
  run: (context, given) =>
    context.store.write(async (tx) => {
      const guide = await insertDraft(tx, context, given)
      const version = await baseVersion(tx, guide)
      return { data: shownOutline(guide, version, revisionOf(version)) }
    }),
})

export const editGuideDraft = operation({
  name: 'edit_guide_draft',
  summary: 'Edit sections and steps of the draft of a guide',
  description:
    'Applies the changes in their order, all or none; all that is wrong is told at once, by place. The answer is the outline with the next revision, and what changed.\n\nWhen somebody else changed the draft, the answer is `conflict` with the outline as it is now (`error.current`).',
  reference:
    'The changes are applied in their order, all or none; everything that is wrong is reported at once, by its place. The answer is the outline with the next revision, and what changed.\n\nIf somebody else has changed the draft since `revision`, the answer is `conflict`, with the outline as it is now in `error.current`.',
  access: 'guides:write',
  does: ['replaces'],
  unaudited: 'draft',
  route: 'POST /guides/:id/draft/edits',
  deprecated: { since: '2026-11-27', use: 'change_guide_draft' },
  body: 'draft',
  large: true,
  status: 200,
  tool: {
    scope: 'guides:write',
    guidance: 'Steps keep their ids. Nothing reaches customers before publish_guide.',
    inWords: {
      revision: 'That of the draft',
      changes: `each {action, ...}: set_section {id, title?, description?, opens?}; insert_section {section: {title, steps}, before?}; move_section {id, before?}; remove_section {id}; set_step {id, ...fields of step, content as a whole}; insert_step {section_id, step, before?}; move_step {id, section_id?, before?}; remove_step {id}. before: the id of what follows, absent for last. ${STEP}`,
    },
  },
  example: {
    revision: 'q8Zr3vX0bT2mK1sd',
    changes: [
      { action: 'insert_section', section: { title: 'First week', steps: [{ title: 'Invite your colleagues' }] } },
    ],
  },
  input: z.strictObject({
    id: RecordId,
    revision: z.string().max(100).describe('`revision` of the draft that the changes are for'),
    changes: DraftChanges.meta({ reference: 'Changes in their order, at most 200: all are applied, or none.' }),
  }),
  output: recordOf(
    DraftOutline.extend({ changed: z.array(DraftDifference).describe('What the edit changed') }).meta({
      reference: 'The draft in short, and what the edit has changed.',
    }),
  ),
  run: (context, { id, revision, changes }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const guide = existing(await findGuide(tx, workspace_id, id, 'change'))
      const base = await baseVersion(tx, guide)
      await requireRevision(tx, guide, base, revision)
      const applied = applyChanges(base, changes)
      if (applied.problems) throw validationError(applied.problems)
      await requireAssignees(tx, workspace_id, changes.flatMap(assigneesOfChange))
      const edited = { ...contentsOf(base), sections: applied.sections }
      await writeDraft(tx, context, guide, edited, base)
      const outline = shownOutline(guide, edited, revisionOf(edited))
      return { data: { ...outline, changed: changesOf(base, edited).slice(0, 50) } }
    }),
})
