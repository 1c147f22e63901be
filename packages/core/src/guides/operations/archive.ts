import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { existing, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { emitEvent } from '../../webhooks/events/emit.ts'
import { summaryOf } from '../contents.ts'
import { GuideSummary } from '../guide.ts'
import { findGuide, updateGuideRow } from '../store.ts'

export const archiveGuide = operation({
  name: 'archive_guide',
  summary: 'Archive a published guide',
  description: 'An archived guide accepts no new enrollments; existing ones can be finished.',
  access: 'guides:publish',
  does: ['replaces', 'publishes'],
  audit: ['guide.archived'],
  route: 'POST /guides/:id/archive',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(GuideSummary),
  run: (context, { id }) => change(context, id, { from: 'published', to: 'archived' }),
})

export const unarchiveGuide = operation({
  name: 'unarchive_guide',
  summary: 'Publish an archived guide again, as it was',
  description: 'The published version is available again; changes of the draft stay unpublished.',
  access: 'guides:publish',
  does: ['replaces', 'publishes'],
  audit: ['guide.unarchived'],
  route: 'POST /guides/:id/unarchive',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(GuideSummary),
  run: (context, { id }) => change(context, id, { from: 'archived', to: 'published' }),
})

type Change = { from: 'published'; to: 'archived' } | { from: 'archived'; to: 'published' }

function change(context: Context, id: string, { from, to }: Change) {
  return context.store.write(async (tx) => {
    const { workspace_id } = context.caller
    const at = tx.stamp
    const guide = existing(await findGuide(tx, workspace_id, id, 'change'))
    if (guide.status !== from)
      throw validationError({ status: fieldError('transition', `cannot change from ${guide.status} to ${to}`) })
    Object.assign(guide, { status: to, updated_at: at })
    await updateGuideRow(tx, guide)
    const data = { ...summaryOf(guide), name: guide.title }
    const action = to === 'archived' ? 'guide.archived' : 'guide.unarchived'
    await recordAudit(tx, context, { action, subject_id: id, details: { title: guide.title } })
    await emitEvent(tx, { workspace_id, type: `guide.${to}`, data, at })
    return { data: summaryOf(guide) }
  })
}
