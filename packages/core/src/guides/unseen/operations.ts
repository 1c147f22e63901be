import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { hintDraftChange } from '../../changes/drafts.ts'
import { existing } from '../../errors.ts'
import { InputTime, RecordId } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { baseVersion } from '../contents.ts'
import { DraftSection, VersionSettings } from '../guide.ts'
import { UnseenChange } from '../listed-guide.ts'
import { shownSections } from '../shown-sections.ts'
import { findGuide } from '../store.ts'
import { SEEN, unseenChange } from './unseen.ts'

const DraftBefore = z.object({
  ...{ title: z.string(), description: z.string() },
  ...VersionSettings,
  sections: z.array(DraftSection),
})

export const getUnseenChange = operation({
  name: 'get_unseen_change',
  summary: 'Get the change of a draft by a program that no person has looked at, with the draft before it',
  access: 'guides:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: z.object({
    data: UnseenChange.extend({
      before: DraftBefore.nullable().describe('The draft before the first such change; null for a new guide'),
    }).nullable(),
  }),
  run: ({ caller: { workspace_id }, store: { read } }, { id }) =>
    read(async (reader) => {
      const version = await baseVersion(reader, existing(await findGuide(reader, workspace_id, id)))
      const change = unseenChange(version)
      if (change === null) return { data: null }
      const base = version.unseen_base
      const before = base && { ...base, sections: await shownSections(reader, workspace_id, base.sections) }
      return { data: { ...change, before } }
    }),
})

export const markDraftSeen = operation({
  name: 'mark_draft_seen',
  summary: 'Mark the change of a draft by a program as looked at, for all members',
  description: 'With `at` of that change: a later one stays marked.',
  access: 'guides:write',
  does: ['replaces'],
  unaudited: 'draft',
  status: 204,
  input: z.strictObject({ id: RecordId, at: InputTime }),
  output: z.void(),
  run: (context, { id, at }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const guide = existing(await findGuide(tx, workspace_id, id))
      if (guide.draft_version_id === null) return
      const { guide_versions: t } = tx.tables
      const marked = and(eq(t.workspace_id, workspace_id), eq(t.id, guide.draft_version_id), eq(t.unseen_at, at))
      const seen = await tx.db.update(t).set(SEEN).where(marked).returning({ id: t.id })
      if (seen.length > 0) await hintDraftChange(tx, workspace_id, id, 'saved')
    }),
})
