import { existing } from '../../errors.ts'
import { Id, RecordId, recordOf } from '../../fields/fields.ts'
import { baseVersion, overwrite } from '../../guides/contents.ts'
import { GuideFields } from '../../guides/guide.ts'
import { findGuide } from '../../guides/store.ts'
import { operation } from '../../operation/operation.ts'
import { DraftView, draftViewOf } from '../draft-view.ts'

export const previewGuide = operation({
  name: 'preview_guide',
  summary: 'Preview the draft of a guide as a contact who starts it now',
  description: 'With fields, the preview includes these changes. Changes nothing, and creates no link.',
  access: 'guides:read',
  does: ['reads'],
  status: 200,
  input: GuideFields.partial().extend({
    id: RecordId,
    role_id: Id.optional().describe('As a participant with this role, beside a primary contact without a name'),
  }),
  output: recordOf(DraftView),
  run: (context, { id, role_id, ...given }) =>
    context.store.read(async (reader) => {
      const guide = existing(await findGuide(reader, context.caller.workspace_id, id))
      const contents = overwrite(await baseVersion(reader, guide), given)
      const { expires_after_days = guide.expires_after_days, default_assignee_id = guide.default_assignee_id } = given
      const draft = { contents, expires_after_days, default_assignee_id, role_id }
      return { data: await draftViewOf(reader, context, draft) }
    }),
})
