import { z } from 'zod'
import { hintDraftChange } from '../../changes/drafts.ts'
import type { Context } from '../../context.ts'
import { existing, notFound } from '../../errors.ts'
import { Id, OutputId, recordOf, Timestamp } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { baseVersion } from '../contents.ts'
import { findGuide } from '../store.ts'
import { deletePresence, othersAt, storePresence } from './store.ts'

const Presence = z
  .object({
    others: z.array(z.object({ user_id: OutputId, name: z.string(), step_id: OutputId.nullable() })),
    written_at: Timestamp.describe('When the draft was last changed, by any member'),
  })
  .meta({ id: 'Presence' })

export const notePresence = operation({
  name: 'note_presence',
  summary: 'Report the presence of the caller in a draft, and list the other editors',
  description: 'Call it every few seconds: an editor who has not called it for 20 seconds counts as absent.',
  access: 'guides:write',
  does: ['replaces'],
  unaudited: 'draft',
  status: 200,
  input: z.strictObject({ guide_id: Id, step_id: Id.nullish().describe('The step being edited') }),
  output: recordOf(Presence),
  run: (context, { guide_id, step_id = null }) =>
    // After a power cut, it is reported again.
    context.store.write(
      async (tx) => {
        const key = placeOf(context, guide_id)
        const guide = existing(await findGuide(tx, key.workspace_id, guide_id))
        if (await storePresence(tx, key, step_id)) await hintDraftChange(tx, key.workspace_id, guide_id, 'visited')
        const { updated_at: written_at } = await baseVersion(tx, guide)
        return { data: { others: await othersAt(tx, key, tx.time), written_at } }
      },
      { lasting: false },
    ),
})

export const leaveDraft = operation({
  name: 'leave_draft',
  summary: 'End the presence of the caller in a draft',
  access: 'guides:write',
  does: ['replaces'],
  unaudited: 'draft',
  status: 204,
  input: z.strictObject({ guide_id: Id }),
  output: z.void(),
  run: (context, { guide_id }) =>
    context.store.write(
      async (tx) => {
        const key = placeOf(context, guide_id)
        await deletePresence(tx, key)
        if (await findGuide(tx, key.workspace_id, guide_id))
          await hintDraftChange(tx, key.workspace_id, guide_id, 'visited')
      },
      { lasting: false },
    ),
})

/** @throws AppError `not_found` for programs, which write without being there */
function placeOf({ caller: { kind, id, workspace_id } }: Context, guide_id: string) {
  if (kind !== 'member') throw notFound()
  return { workspace_id, guide_id, user_id: id }
}
