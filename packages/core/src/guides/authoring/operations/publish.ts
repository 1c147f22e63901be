import { z } from 'zod'
import {
  Confirmation,
  ConfirmationFields,
  offerConfirmation,
  takeConfirmation,
} from '../../../confirmations/confirmation.ts'
import { existing, validationError } from '../../../errors.ts'
import { RecordId, recordOf } from '../../../fields/fields.ts'
import { operation } from '../../../operation/operation.ts'
import { countsByGuide } from '../../../records/counters.ts'
import { quoted } from '../../../records/quoted.ts'
import { baseVersion, numberOf } from '../../contents.ts'
import { publishable } from '../../publication.ts'
import { publishDraft } from '../../publish.ts'
import { findGuide } from '../../store.ts'
import { Differences, DraftInShort, differencesOf } from '../differences.ts'
import { requireRevision } from '../revision.ts'

const ACTION = 'publish_guide'

export const publishGuideDraft = operation({
  name: 'publish_guide_draft',
  summary: 'Preview what publishing the draft of a guide changes; with a confirmation, publish it',
  description:
    'New enrollments get the published version; existing ones keep theirs until a member moves them.\n\nWithout `confirmation`, nothing changes: the answer says what would, with a confirmation of exactly this draft.',
  reference:
    'New enrollments get the published version; existing ones keep theirs until a member moves them.\n\nWithout `confirmation`, nothing changes: the answer is a preview, with a confirmation of exactly this draft.',
  access: 'guides:publish',
  does: ['replaces', 'publishes'],
  audit: ['guide.published'],
  unaudited: 'preview',
  route: 'POST /guides/:id/draft/publish',
  deprecated: { since: '2026-11-27', use: 'publish_guide' },
  body: 'publication',
  status: 200,
  example: { revision: 'q8Zr3vX0bT2mK1sd' },
  tool: {
    name: 'publish_guide',
    scope: 'guides:publish',
    view: 'guide',
    guidance: 'First check_guide_draft.',
    inWords: { revision: 'That of the draft' },
    asks: ({ title, changes_count, enrollments_on_their_way }) =>
      `Publish ${quoted(String(title))}? New enrollments get it. Changes: ${changes_count}. Customers on their way, who keep their version: ${enrollments_on_their_way}.`,
  },
  input: z.strictObject({
    id: RecordId,
    revision: z.string().max(100).describe('`revision` of the draft to publish'),
    confirmation: Confirmation.optional().meta({
      reference: 'The `confirmation` of the preview. With it, the draft is published; without it, nothing changes.',
    }),
  }),
  output: recordOf(
    z
      .object({
        ...DraftInShort,
        published: z
          .boolean()
          .describe('false in a preview')
          .meta({ reference: '`true` once the draft is published; `false` in a preview.' }),
        version_number: z
          .int()
          .nullable()
          .describe('Of the version that is published now; null before the first')
          .meta({ reference: 'Number of the version that is published now; `null` before the first.' }),
        ...Differences,
        enrollments_on_their_way: z
          .int()
          .describe('Invited and in progress: they keep their version')
          .meta({ reference: 'Number of open enrollments. They keep their version.' }),
        ...{
          confirmation: ConfirmationFields.confirmation.optional(),
          confirm_before: ConfirmationFields.confirm_before.optional(),
        },
      })
      .meta({ reference: 'What publishing the draft changes, or has changed.' }),
  ),
  run: (context, { id, revision, confirmation }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const guide = existing(await findGuide(tx, workspace_id, id, 'change'))
      const version = await baseVersion(tx, guide)
      await requireRevision(tx, guide, version, revision)
      const { problems } = publishable(version.sections)
      if (problems) throw validationError(problems)
      const previewed = { action: ACTION, content: { id, revision, published: guide.published_version_id } }
      const counted = await countsByGuide(tx, workspace_id, { resource: 'enrollments', guide_ids: [id] })
      const shown = {
        ...{ id, title: version.title, revision },
        ...(await differencesOf(tx, guide, version)),
        enrollments_on_their_way: counted(id, 'invited') + counted(id, 'in_progress'),
      }
      if (confirmation === undefined) {
        const version_number = await numberOf(tx, guide)
        return {
          data: { ...shown, published: false, version_number, ...(await offerConfirmation(tx, context, previewed)) },
        }
      }
      await takeConfirmation(tx, context, previewed, confirmation)
      await publishDraft(tx, context, guide)
      return { data: { ...shown, published: true, version_number: await numberOf(tx, guide) } }
    }),
})
