import { z } from 'zod'
import { existing } from '../../errors.ts'
import { Id, RecordId } from '../../fields/fields.ts'
import { DraftDifference, draftOf, MAX_SHOWN, publishedBefore } from '../../guides/authoring/differences.ts'
import { revisionOf } from '../../guides/authoring/revision.ts'
import { changesOf } from '../../guides/comparison/compare.ts'
import { COMPARED_TEXTS, changedTexts } from '../../guides/comparison/texts.ts'
import { numberOf } from '../../guides/contents.ts'
import { operation } from '../../operation/operation.ts'
import { DraftView, draftViewOf } from '../draft-view.ts'

const ChangedText = z.object({
  field: z.enum(COMPARED_TEXTS),
  passages: z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })),
})

const ShownDraft = DraftView.extend({
  revision: z.string(),
  version_number: z.int().nullable().describe('Of the published version; null before the first'),
  written_by: z.string().nullable().describe('Who changed the draft last'),
  written_with: z.string().nullable().describe('The application through which that person acted'),
  changes: z
    .array(DraftDifference.extend({ texts: z.array(ChangedText) }))
    .optional()
    .describe('What differs from the published version, word by word; without step_id'),
  step_id: Id.nullable().describe('The step to show; null for the overview'),
})

export const showGuideDraft = operation({
  name: 'show_guide_draft',
  summary: 'Get a page of the draft of a guide, and its changes',
  access: 'guides:write',
  does: ['reads'],
  status: 200,
  tool: { scope: 'guides:write', view: 'guide', isOfView: true, guidance: '' },
  input: z.strictObject({ id: RecordId, step_id: Id.optional() }),
  output: z.object({ data: ShownDraft }),
  run: (context, { id, step_id }) =>
    context.store.read(async (reader) => {
      const { guide, version } = await draftOf(reader, context.caller.workspace_id, id)
      const { expires_after_days, default_assignee_id } = guide
      const draft = { contents: version, expires_after_days, default_assignee_id }
      const shown = await draftViewOf(reader, context, draft)
      const steps = shown.view.guide.sections.flatMap(({ steps: own }) => own)
      if (step_id !== undefined) existing(steps.find((step) => step.id === step_id))
      const before = await publishedBefore(reader, guide, version)
      const changes = changesOf(before, version).slice(0, MAX_SHOWN)
      return {
        data: {
          ...shown,
          step_id: step_id ?? null,
          ...{ revision: revisionOf(version), version_number: await numberOf(reader, guide) },
          ...{ written_by: version.written_by, written_with: version.written_with },
          ...(step_id === undefined && {
            changes: changes.map((change) => ({ ...change, texts: changedTexts(before, version, change) })),
          }),
        },
      }
    }),
})
