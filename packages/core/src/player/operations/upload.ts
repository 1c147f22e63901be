import { z } from 'zod'
import { recordEnrollmentEvent } from '../../enrollments/events.ts'
import { finishStep, stepOf } from '../../enrollments/finish-step.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id, recordOf, requiredText } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { requireEntitlement } from '../../workspaces/plans.ts'
import { followedByPerson, placeOf, standingOf } from '../follow.ts'
import { Standing } from '../player.ts'
import * as store from '../store.ts'

const MAX_FILE_BYTES = 10 * 1024 * 1024
const MAX_BASE64 = Math.ceil(MAX_FILE_BYTES / 3) * 4

export const uploadFile = operation({
  name: 'upload_file',
  summary: 'Upload a file that a step asks for',
  description: 'At most 10 MiB.',
  access: 'enrollment:follow',
  status: 201,
  input: z.strictObject({
    step_id: Id,
    name: requiredText(),
    media_type: requiredText(255).regex(/^[\w.+-]+\/[\w.+-]+$/, 'is not a media type such as application/pdf'),
    content: z.base64({ error: 'must be base64' }).min(1).max(MAX_BASE64, 'is too large (maximum is 10 MiB)'),
  }),
  output: recordOf(Standing),
  run: (context, { step_id, content, ...described }) => {
    requireEntitlement(context.caller.plan, 'file-uploads')
    return context.store.write(async (tx) => {
      const follow = await followedByPerson(tx, context)
      const { step } = stepOf(follow, step_id)
      if (step.type !== 'file_upload') throw validationError({ step_id: fieldError('wrong_state', 'asks for no file') })
      const { accept = [] } = step.content as { accept?: string[] }
      if (!isAccepted(accept, described))
        throw validationError({ media_type: fieldError('not_an_option', `must be one of ${accept.join(', ')}`) })
      const enrollment = await finishStep(tx, context, follow, step_id)
      const at = tx.stamp
      const file = { ...described, content: Buffer.from(content, 'base64') }
      const { id, bytes } = await store.insertFile(tx, placeOf(enrollment, step_id), file, at)
      await recordEnrollmentEvent(tx, context, 'file.uploaded', enrollment, at, {
        step: { id: step.id, title: step.title, type: step.type },
        file: { id, name: described.name, media_type: described.media_type, bytes },
      })
      return { data: await standingOf(tx, { ...follow, enrollment }) }
    })
  },
})

/** By media type (`image/*` too) or extension (`.pdf`); where nothing is named, everything is accepted. */
function isAccepted(accept: readonly string[], { name, media_type }: { name: string; media_type: string }): boolean {
  if (accept.length === 0) return true
  return accept.some((rule) => {
    if (rule.startsWith('.')) return name.toLowerCase().endsWith(rule.toLowerCase())
    return rule.endsWith('/*') ? media_type.startsWith(rule.slice(0, -1)) : rule === media_type
  })
}
