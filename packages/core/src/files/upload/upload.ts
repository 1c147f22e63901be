import type { Context } from '../../context.ts'
import { recordEnrollmentEvent } from '../../enrollments/events/emit.ts'
import { stepOf } from '../../enrollments/steps/finish-step.ts'
import { updateEnrollmentRow } from '../../enrollments/store.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { startVisit } from '../../player/visit.ts'
import type { Tx } from '../../storage/database.ts'
import { requireEntitlement } from '../../workspaces/plans.ts'
import { requireStorage } from '../../workspaces/quotas/storage.ts'
import * as store from '../store.ts'
import { uploadLimits } from './limits.ts'
import { isAccepted, mediaTypeOf } from './media-type.ts'
import { type Received, receive, tooLarge } from './receive.ts'

interface FileKey {
  step_id: string
  id: string
}

interface Arriving extends FileKey {
  name: string
  /** 0 where nobody has said it. */
  announced_bytes: number
  /** What is counted of it already, where it came in pieces. */
  counted_bytes?: number
  content: AsyncIterable<Uint8Array>
}

/** Keeps a file that a step asks for. Sent again after a lost answer, it is one. @throws AppError */
export async function receiveFile(context: Context, arriving: Arriving): Promise<store.FileRow> {
  requireEntitlement(context.caller.plan, 'file-uploads')
  const { step_id, id, name, announced_bytes, counted_bytes = 0, content } = arriving
  // Asked before anything is read, and again when it is kept: receiving takes its time.
  const asked = await context.store.write(async (tx) => {
    const found = await requireUploadStep(tx, context, { step_id, id })
    if (!found.known) await requireStorage(tx, context, Math.max(1, announced_bytes) - counted_bytes)
    return found
  })
  if (asked.known) return asked.known
  const { max_bytes } = asked.limits
  if (announced_bytes > max_bytes) throw tooLarge(max_bytes)
  const received = await receive(context.contents, content, { maxBytes: max_bytes })
  const row = await storeFile(context, { step_id, id, name, received, counted_bytes }).catch(async (error: unknown) => {
    await context.contents.remove(received.stored_as)
    throw error
  })
  if (row.stored_as !== received.stored_as) await context.contents.remove(received.stored_as)
  return row
}

/**
 * What the step takes, or the file itself where it has come already.
 * @throws AppError when the step takes no file, or no more of them
 */
export async function requireUploadStep(tx: Tx, context: Context, { step_id, id }: FileKey) {
  const follow = await startVisit(tx, context)
  const { step } = stepOf(follow, step_id)
  const limits = uploadLimits(step)
  const { workspace_id, id: enrollment_id } = follow.enrollment
  const known = await store.findFile(tx, { workspace_id, id })
  if (known && (known.enrollment_id !== enrollment_id || known.step_id !== step_id))
    throw validationError({ id: fieldError('taken') })
  if (!known && (await store.countFiles(tx, { workspace_id, enrollment_id, step_id })) >= limits.max_files)
    throw validationError({
      step_id: fieldError('too_large', `has ${limits.max_files} files already, which is the maximum`),
    })
  return { limits, step, enrollment: follow.enrollment, known }
}

async function storeFile(
  context: Context,
  { step_id, id, name, received, counted_bytes }: FileKey & { name: string; received: Received; counted_bytes: number },
): Promise<store.FileRow> {
  const { stored_as, bytes, head } = received
  const media_type = await mediaTypeOf(head, name)
  return context.store.write(async (tx) => {
    const { limits, step, enrollment, known } = await requireUploadStep(tx, context, { step_id, id })
    if (known) return known
    if (!(await isAccepted(limits.accept, { name, media_type })))
      throw validationError({ content: fieldError('not_an_option', `must be one of ${limits.accept.join(', ')}`) })
    await requireStorage(tx, context, bytes - counted_bytes)
    const at = tx.stamp
    const { workspace_id, id: enrollment_id } = enrollment
    const file = { workspace_id, id, enrollment_id, step_id, name, media_type, bytes, stored_as }
    const row = { ...file, created_at: at, updated_at: at }
    await store.insertFile(tx, row)
    const after = { ...enrollment, last_activity_at: at, updated_at: at }
    await updateEnrollmentRow(tx, enrollment, after)
    await recordEnrollmentEvent(tx, context, 'file.uploaded', after, at, {
      step: { id: step.id, title: step.title, type: step.type },
      file: { id, name, media_type, bytes },
    })
    return row
  })
}
