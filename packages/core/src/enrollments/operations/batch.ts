import { z } from 'zod'
import type { Context } from '../../context.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id } from '../../fields/fields.ts'
import { BatchAnswer, batchOf, MAX_BATCH, runBatch, runSingle } from '../../operation/batch.ts'
import { invoke } from '../../operation/invoke.ts'
import { operation } from '../../operation/operation.ts'
import { EnrollmentChanges, EnrollmentFields } from '../enrollment.ts'
import { findOpenEnrollment } from '../store.ts'
import { createEnrollment, deleteEnrollment, updateEnrollment } from './change.ts'

const Fields = EnrollmentFields.partial().extend(EnrollmentChanges.shape).meta({
  id: 'BatchedEnrollmentFields',
  reference: 'All fields of an enrollment. A new one requires `contact_id` and `guide_id`; `status` is of a change.',
})

const change = runSingle({
  create: created,
  update: updated,
  upsert: put,
  replace: changed,
  remove: (context, id) => invoke(deleteEnrollment, context, { id }),
})

export const batchEnrollments = operation({
  name: 'batch_enrollments',
  summary: `Create, update and delete up to ${MAX_BATCH} enrollments`,
  description:
    'Each item is done like a request of its own, in order, and the results come in the order of the items. `upsert` updates the open enrollment of the contact in the guide, or that with the `id`, and creates one if there is none. An item that is refused leaves the others as they are, unless the batch is `atomic`.',
  access: 'enrollments:write',
  does: ['deletes', 'ends'],
  audit: ['enrollment.changed', 'enrollment.many_changed', 'enrollment.deleted', 'enrollment.many_deleted'],
  unaudited: 'event',
  route: 'POST /enrollments/batch',
  body: 'batch',
  status: 200,
  steps: true,
  input: batchOf(['create', 'update', 'upsert', 'delete'], Fields),
  output: BatchAnswer,
  example: { items: [{ action: 'delete', id: '019aa0f4-7c00-7000-8000-000000000099' }] },
  run: (context, batch) => runBatch(context, batch, change),
})

async function created(context: Context, data: Record<string, unknown>) {
  const { value } = await invoke(createEnrollment, context, data)
  return { status: 201, id: value.data.id, url: value.data.url }
}

async function updated(context: Context, data: Record<string, unknown>) {
  const { value } = await invoke(updateEnrollment, context, data)
  return { status: 200, id: value.data.id, ...(value.data.url !== null && { url: value.data.url }) }
}

/** Changes the open enrollment of the contact in the guide, or creates one. */
async function put(context: Context, data: Record<string, unknown>) {
  const { contact_id, guide_id, send_invitation: _, ...changes } = data
  const found = await openEnrollmentOf(context, { contact_id, guide_id })
  return found === undefined ? created(context, data) : updated(context, { ...changes, id: found })
}

/** Changes an enrollment that is named by its id, and may be named by its contact and guide besides. */
async function changed(context: Context, data: Record<string, unknown>) {
  const { contact_id, guide_id, send_invitation: _, ...changes } = data
  const { value } = await invoke(updateEnrollment, context, changes)
  const problems = Object.entries({ contact_id, guide_id }).flatMap(([name, given]) =>
    given === undefined || String(given).toLowerCase() === Reflect.get(value.data, name)
      ? []
      : [[name, fieldError('invalid', 'is not that of the enrollment')] as const],
  )
  if (problems.length > 0) throw validationError(Object.fromEntries(problems))
  return { status: 200, id: value.data.id, ...(value.data.url !== null && { url: value.data.url }) }
}

function openEnrollmentOf({ caller: { workspace_id }, store }: Context, given: Record<string, unknown>) {
  const ids = z.object({ contact_id: Id, guide_id: Id }).safeParse(given).data
  // Creating explains what is missing.
  return ids && store.write((tx) => findOpenEnrollment(tx, workspace_id, ids))
}
