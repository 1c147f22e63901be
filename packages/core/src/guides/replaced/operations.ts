import { z } from 'zod'
import { existing } from '../../errors.ts'
import { OutputId, RecordId, recordOf, Timestamp } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { DraftSection, VersionSettings } from '../guide.ts'
import { shownSections } from '../shown-sections.ts'
import { findGuide } from '../store.ts'
import { findReplaced, replacedDrafts } from './store.ts'

const ReplacedDraft = z
  .object({
    id: OutputId,
    guide_id: OutputId,
    title: z.string(),
    written_at: Timestamp,
    replaced_at: Timestamp,
    replaced_by: z.string().nullable().describe('Name of the person who replaced it, at that time'),
  })
  .meta({ id: 'ReplacedDraft' })

const WholeReplacedDraft = ReplacedDraft.extend({
  description: z.string(),
  ...VersionSettings,
  sections: z.array(DraftSection),
}).meta({ id: 'WholeReplacedDraft' })

export const listReplacedDrafts = operation({
  name: 'list_replaced_drafts',
  summary: 'List the replaced drafts of a guide, newest first',
  description: 'The newest 20 are kept. restore_guide_version restores one as the draft.',
  access: 'guides:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: z.object({ data: z.array(ReplacedDraft) }),
  run: ({ caller: { workspace_id }, store: { read } }, { id }) =>
    read(async (reader) => {
      existing(await findGuide(reader, workspace_id, id))
      const found = await replacedDrafts(reader, workspace_id, id)
      return { data: found.map((one) => ({ ...one, replaced_at: one.replaced_at ?? one.written_at })) }
    }),
})

export const getReplacedDraft = operation({
  name: 'get_replaced_draft',
  summary: 'Get a replaced draft of a guide',
  access: 'guides:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ id: RecordId, version_id: RecordId }),
  output: recordOf(WholeReplacedDraft),
  run: ({ caller: { workspace_id }, store: { read } }, { id, version_id }) =>
    read(async (reader) => {
      const { updated_at: written_at, ...draft } = existing(
        await findReplaced(reader, { workspace_id, guide_id: id, id: version_id }),
      )
      return { data: { ...draft, written_at, sections: await shownSections(reader, workspace_id, draft.sections) } }
    }),
})
