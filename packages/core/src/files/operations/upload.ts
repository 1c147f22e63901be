import { z } from 'zod'
import type { Context } from '../../context.ts'
import { recordEnrollmentEvent } from '../../enrollments/events.ts'
import { stepOf } from '../../enrollments/finish-step.ts'
import { updateEnrollmentRow } from '../../enrollments/store.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id, recordOf } from '../../fields/fields.ts'
import { newId } from '../../ids.ts'
import { operation } from '../../operation/operation.ts'
import { type Followed, followedByPerson } from '../../player/follow.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { requireEntitlement } from '../../workspaces/plans.ts'
import { Content } from '../content-input.ts'
import { SentFile } from '../file.ts'
import { cleanFileName } from '../file-name.ts'
import { type UploadLimits, uploadLimits } from '../limits.ts'
import { isAccepted, mediaTypeOf } from '../media-type.ts'
import { type Received, receive, tooLarge } from '../receive.ts'
import * as store from '../store.ts'

export const uploadFile = operation({
  name: 'upload_file',
  summary: 'Send a file that a step asks for',
  description: 'It is kept at once; the step is done when the contact says so.',
  access: 'enrollment:follow',
  status: 201,
  input: z.strictObject({
    step_id: Id,
    name: z.string().describe('As the sender has it; of a path, the last part'),
    announced_bytes: z.int().min(0).optional().describe('How large it will be, where that is known'),
    content: Content,
  }),
  output: recordOf(SentFile),
  async run(context, { step_id, name: given, announced_bytes = 0, content }) {
    requireEntitlement(context.caller.plan, 'file-uploads')
    const name = cleanFileName(given)
    // Asked before anything is read, and again when it is kept: receiving takes its time.
    const { max_bytes } = await context.store.write(async (tx) =>
      requireWanted(tx, await followedByPerson(tx, context), step_id),
    )
    if (announced_bytes > max_bytes) throw tooLarge(max_bytes)
    const received = await receive(context.contents, content, { maxBytes: max_bytes })
    try {
      const media_type = await mediaTypeOf(received.head, name)
      return await keep(context, step_id, { ...received, name, media_type })
    } catch (error) {
      await context.contents.remove(received.stored_as)
      throw error
    }
  },
})

/** @throws AppError when the step takes no file, or no more of them */
async function requireWanted(reader: Reader, follow: Followed, step_id: string): Promise<UploadLimits> {
  const limits = uploadLimits(stepOf(follow, step_id).step)
  const { workspace_id, id: enrollment_id } = follow.enrollment
  if ((await store.countFiles(reader, { workspace_id, enrollment_id, step_id })) < limits.max_files) return limits
  throw validationError({
    step_id: fieldError('too_large', `has ${limits.max_files} files already, and takes no more`),
  })
}

function keep(
  context: Context,
  step_id: string,
  { stored_as, bytes, name, media_type }: Received & { name: string; media_type: string },
) {
  return context.store.write(async (tx: Tx) => {
    const at = tx.stamp
    const follow = await followedByPerson(tx, context)
    const { accept } = await requireWanted(tx, follow, step_id)
    if (!(await isAccepted(accept, { name, media_type })))
      throw validationError({ content: fieldError('not_an_option', `must be one of ${accept.join(', ')}`) })
    const { step } = stepOf(follow, step_id)
    const { workspace_id, id: enrollment_id } = follow.enrollment
    const file = { workspace_id, id: newId(), enrollment_id, step_id, name, media_type, bytes, stored_as }
    const row = { ...file, created_at: at, updated_at: at }
    await store.insertFile(tx, row)
    const after = { ...follow.enrollment, last_activity_at: at, updated_at: at }
    await updateEnrollmentRow(tx, follow.enrollment, after)
    await recordEnrollmentEvent(tx, context, 'file.uploaded', after, at, {
      step: { id: step.id, title: step.title, type: step.type },
      file: { id: row.id, name, media_type, bytes },
    })
    return { data: row }
  })
}
