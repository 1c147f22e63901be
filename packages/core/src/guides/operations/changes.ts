import { z } from 'zod'
import { existing, validationError } from '../../errors.ts'
import { RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { applyChanges } from '../changes/apply.ts'
import { DraftChanges, type GivenDraftChanges } from '../changes/change.ts'
import { baseVersion, withSettings, writeDraft } from '../contents.ts'
import { contentsOf } from '../contents-of.ts'
import { GuideDraft } from '../guide.ts'
import { getGuideDraft } from '../operations.ts'
import { assigneesOfChange, requireAssignees } from '../step-assignees.ts'
import { findGuide } from '../store.ts'

const EXAMPLE: GivenDraftChanges = [
  { action: 'insert_section', section: { title: 'First week', steps: [{ title: 'Invite your colleagues' }] } },
]

export const changeGuideDraft = operation({
  name: 'change_guide_draft',
  summary: 'Change sections and steps of the draft of a guide',
  description:
    'The changes are applied in their order, all or none, to the draft as it is now. What others change in other parts is kept, so `If-Match` is optional. A later change can refer to what an earlier one inserted, if that has an `id`.',
  access: 'guides:write',
  does: ['replaces'],
  unaudited: 'draft',
  route: 'POST /guides/:id/draft/changes',
  body: 'draft',
  large: true,
  example: { changes: EXAMPLE },
  status: 200,
  input: z.strictObject({
    id: RecordId,
    changes: DraftChanges.meta({ reference: 'Changes in their order, at most 200: all are applied, or none.' }),
  }),
  output: recordOf(GuideDraft),
  etag: GuideDraft,
  current: getGuideDraft,
  run: (context, { id, changes }) =>
    context.store.write(async (tx) => {
      const guide = existing(await findGuide(tx, context.caller.workspace_id, id))
      const base = await baseVersion(tx, guide)
      const applied = applyChanges(base, changes)
      if (applied.problems) throw validationError(applied.problems)
      await requireAssignees(tx, context.caller.workspace_id, changes.flatMap(assigneesOfChange))
      await writeDraft(tx, context, guide, { ...contentsOf(base), sections: applied.sections }, base)
      return { data: await withSettings(tx, guide) }
    }),
})
