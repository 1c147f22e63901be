import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { Id, OutputUrl, RecordId, recordOf } from '../../../fields/fields.ts'
import { operation } from '../../../operation/operation.ts'
import { checkDraft, DraftCheck } from '../check.ts'
import { Differences, DraftInShort, differencesOf, draftOf } from '../differences.ts'
import { DraftOutline, shownOutline } from '../outline.ts'
import { revisionOf } from '../revision.ts'

export const getDraftOutline = operation({
  name: 'get_draft_outline',
  summary: 'Get the draft of a guide as an outline, or the contents of some of its steps',
  description:
    'Without `include`, sections and steps are named; a long outline leaves out the steps of its last sections.',
  access: 'guides:write',
  does: ['reads'],
  route: 'GET /guides/:id/draft/outline',
  deprecated: { since: '2026-11-27', use: 'get_guide_draft' },
  status: 200,
  tool: {
    name: 'get_guide_draft',
    scope: 'guides:write',
    guidance: 'Read it before edit_guide_draft, which needs its revision.',
  },
  input: z.strictObject({
    id: RecordId,
    include: z.array(Id).max(100).default([]).describe('IDs of sections and steps to show with their contents').meta({
      reference:
        'Ids of sections and steps to answer with their contents, at most 100. Without it, sections and steps are named alone.',
    }),
  }),
  output: recordOf(DraftOutline),
  run: ({ caller: { workspace_id }, store: { read } }, { id, include }) =>
    read(async (reader) => {
      const { guide, version } = await draftOf(reader, workspace_id, id)
      return { data: shownOutline(guide, version, revisionOf(version), include) }
    }),
})

export const checkGuideDraft = operation({
  name: 'check_guide_draft',
  summary: 'Check the draft of a guide: what prevents publishing it, and what would help those who follow it',
  reference: 'A guide with problems that prevent publishing cannot be published; advice can be left aside.',
  access: 'guides:write',
  does: ['reads'],
  route: 'GET /guides/:id/draft/check',
  status: 200,
  tool: { scope: 'guides:write', guidance: 'Mend problems and weigh advice with edit_guide_draft.' },
  input: z.strictObject({ id: RecordId }),
  output: recordOf(DraftCheck),
  run: ({ caller: { workspace_id }, store: { read } }, { id }) =>
    read(async (reader) => {
      const { guide, version } = await draftOf(reader, workspace_id, id)
      return { data: checkDraft(version, revisionOf(version), guide.default_assignee_id) }
    }),
})

export const previewGuideDraft = operation({
  name: 'preview_guide_draft',
  summary: 'Get what the draft of a guide changes, and the page where a person can look at it as a customer sees it',
  reference: 'The page is for members of the workspace, who sign in to see it.',
  access: 'guides:write',
  does: ['reads'],
  route: 'GET /guides/:id/draft/preview',
  status: 200,
  tool: { scope: 'guides:write', view: 'guide', guidance: 'Give the user the url.' },
  input: z.strictObject({ id: RecordId }),
  output: recordOf(
    z
      .object({
        ...DraftInShort,
        url: OutputUrl.describe('The page of the draft, for members'),
        ...Differences,
      })
      .meta({ reference: 'What publishing the draft would change.' }),
  ),
  run: ({ caller: { workspace_id }, settings, store: { read } }, { id }) =>
    read(async (reader) => {
      const { guide, version } = await draftOf(reader, workspace_id, id)
      return {
        data: {
          ...{ id, title: version.title, revision: revisionOf(version) },
          url: draftUrl({ settings, workspace_id }, id),
          ...(await differencesOf(reader, guide, version)),
        },
      }
    }),
})

function draftUrl(
  { settings, workspace_id }: Pick<Context, 'settings'> & { workspace_id: string },
  id: string,
): string {
  return `${settings.publicUrl}/w/${workspace_id}/guides/${id}`
}
