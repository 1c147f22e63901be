import { z } from 'zod'
import { approve, askForChanges } from '../../enrollments/approvals/decide.ts'
import { completedStepIds } from '../../enrollments/store.ts'
import { Id, recordOf, requiredText, visibleName } from '../../fields/fields.ts'
import { countWritten } from '../../messages/limits.ts'
import { operation } from '../../operation/operation.ts'
import { ownStepOf } from '../own-step.ts'
import { PlayerState } from '../player.ts'
import { playerStateOf, startVisit } from '../visit.ts'

// Requires the access token of the enrollment, whose id is that of the caller.
const access = 'enrollment:follow'

const MAX_NOTE = 5000

/** The document of the step as the page showed it, and the network address of the reader. */
const Read = {
  step_id: Id,
  document_sha256: z.string().max(64).describe('SHA-256 of the text and files that the person has read'),
  address: z.string().max(100).optional().describe('The network address of the person'),
}

export const giveApproval = operation({
  name: 'give_approval',
  summary: 'Approve the text of a step',
  description: 'Completes the step. An approval cannot be withdrawn; approving again changes nothing.',
  access,
  unaudited: 'activity',
  status: 200,
  input: z.strictObject({ ...Read, name: visibleName(200).describe('The full name, as the person types it') }),
  output: recordOf(PlayerState),
  run: (context, { step_id, name: signed_name, document_sha256, address }) =>
    context.store.write(async (tx) => {
      const follow = await startVisit(tx, context)
      const { workspace_id, id } = follow.enrollment
      if ((await completedStepIds(tx, workspace_id, id)).includes(step_id))
        return { data: await playerStateOf(tx, follow) }
      const step = await ownStepOf(tx, follow, step_id)
      const enrollment = await approve(tx, context, follow, step, { document_sha256, address, signed_name })
      return { data: await playerStateOf(tx, { ...follow, enrollment }) }
    }),
})

export const askForApprovalChanges = operation({
  name: 'ask_for_approval_changes',
  summary: 'Ask for changes instead of approving the text of a step',
  description: 'The team reads the note as a question about the step.',
  access,
  unaudited: 'activity',
  status: 200,
  input: z.strictObject({ ...Read, note: requiredText(MAX_NOTE) }),
  output: recordOf(PlayerState),
  async run(context, { step_id, note, document_sha256, address }) {
    await countWritten(context, context.caller.id)
    return context.store.write(async (tx) => {
      const follow = await startVisit(tx, context)
      const step = await ownStepOf(tx, follow, step_id)
      await askForChanges(tx, context, follow, step, { document_sha256, address, note })
      return { data: await playerStateOf(tx, follow) }
    })
  },
})
