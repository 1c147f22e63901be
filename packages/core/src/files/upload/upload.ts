import type { Context } from '../../context.ts'
import { recordEnrollmentEvent } from '../../enrollments/events/emit.ts'
import { personIn } from '../../enrollments/participants/person.ts'
import { changeEnrollment } from '../../enrollments/plan/replan.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { ownStepOf } from '../../player/own-step.ts'
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
  /** 0 if the client has not declared it. */
  announced_bytes: number
  /** The bytes that already count towards the storage, for a resumable upload. */
  counted_bytes?: number
  content: AsyncIterable<Uint8Array>
}

/** Stores a file for a step. A repeated upload with the same id creates no second file. @throws AppError */
export async function receiveFile(context: Context, arriving: Arriving): Promise<store.FileRow> {
  requireEntitlement(context.caller.plan, 'file-uploads')
  const { step_id, id, name, announced_bytes, counted_bytes = 0, content } = arriving
  // Checked before the content is read, and again when it is stored, because receiving takes time.
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
 * The limits of the step, or the file itself if it is stored already.
 * @throws AppError if the step accepts no file, or no more of them
 */
export async function requireUploadStep(tx: Tx, context: Context, { step_id, id }: FileKey) {
  const follow = await startVisit(tx, context)
  const step = await ownStepOf(tx, follow, step_id)
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
    const participant_id = personIn(context.caller)
    const file = {
      workspace_id,
      id,
      enrollment_id,
      step_id,
      participant_id,
      name,
      media_type,
      bytes,
      stored_as,
      removed_at: null,
    }
    const row = { ...file, created_at: at, updated_at: at }
    await store.insertFile(tx, row)
    const active = { ...enrollment, last_activity_at: at, updated_at: at }
    const after = await changeEnrollment(tx, enrollment, active)
    await recordEnrollmentEvent(tx, context, 'file.uploaded', after, at, {
      step: { id: step.id, title: step.title, type: step.type },
      file: { id, name, media_type, bytes },
    })
    return row
  })
}
