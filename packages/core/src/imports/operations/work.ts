import { z } from 'zod'
import type { AuditAction } from '../../audit/contract.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { existing, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id, RecordId, recordOf } from '../../fields/fields.ts'
import { findGuide } from '../../guides/store.ts'
import { operation } from '../../operation/operation.ts'
import { runBatch } from '../../queue/batches/batch-queue.ts'
import type { Tx } from '../../storage/database.ts'
import { importsDue } from '../channel.ts'
import type { ImportStatus } from '../contract.ts'
import { Import } from '../import.ts'
import * as store from '../store.ts'
import { Mapping, requireMapping } from '../targets.ts'
import { importBatches } from '../worker/batch-job.ts'
import { fail } from '../worker/fail.ts'

const access = 'imports:manage'
const Place = z.strictObject({ id: RecordId })

export const checkImport = operation({
  name: 'check_import',
  summary: 'Map the columns of an import, and check its rows',
  description: 'No record changes yet. It can be called again with another mapping.',
  access,
  unaudited: 'preview',
  status: 200,
  input: z.strictObject({
    id: RecordId,
    mapping: Mapping.describe('The field of each column, metadata.<name>, or an empty string to skip the column'),
    update_existing: z.boolean().default(true).describe('Whether existing records are updated'),
    create_organisations: z.boolean().default(true).describe('Whether organisations named by contacts are created'),
    enroll_in: Id.nullable()
      .default(null)
      .describe('A published guide in which each contact of the file without an open enrollment is enrolled'),
    send_invitations: z.boolean().default(false).describe('Whether enrolled contacts receive the link by mail'),
  }),
  output: recordOf(Import),
  run: (context, { id, mapping, ...options }) =>
    begin(context, id, ['read', 'checked'], async (tx, job) => {
      requireMapping(job.resource, job.columns.length, mapping)
      await requireGuide(tx, job, options.enroll_in)
      await store.changeImport(tx, job, { ...started(tx, 'checking'), ...NOTHING, mapping, ...options })
    }),
})

export const runImport = operation({
  name: 'run_import',
  summary: 'Run a checked import; rows with problems are skipped',
  description: 'Each created or updated record emits an event, as with single changes.',
  access,
  audit: ['import.started'],
  status: 200,
  input: Place,
  output: recordOf(Import),
  run: (context, { id }) =>
    begin(context, id, ['checked'], async (tx, job) => {
      await store.changeImport(tx, job, { ...started(tx, 'running'), ...NOTHING })
      await audit(tx, context, 'import.started', job)
    }),
})

export const undoImport = operation({
  name: 'undo_import',
  summary: 'Undo an import, except for records that have changed since',
  description:
    'Created records are deleted, updated ones get their previous values back. Rows that are not undone state the reason.',
  access,
  audit: ['import.undone'],
  status: 200,
  input: Place,
  output: recordOf(Import),
  run: (context, { id }) =>
    begin(context, id, ['done', 'failed'], async (tx, job) => {
      if (job.status === 'failed' && job.created + job.updated + job.enrolled === 0)
        throw validationError({ status: fieldError('wrong_state', 'is failed and has changed no records') })
      await store.changeImport(tx, job, { ...started(tx, 'undoing'), undone: 0, left: 0 })
      await audit(tx, context, 'import.undone', job)
    }),
})

export const discardImport = operation({
  name: 'discard_import',
  summary: 'Cancel an import',
  description: 'Records that it has changed already stay, and can be reverted with undo_import.',
  access,
  audit: ['import.discarded'],
  status: 200,
  input: Place,
  output: recordOf(Import),
  run: (context, { id }) =>
    begin(context, id, ['reading', 'read', 'checking', 'checked', 'running', 'undoing'], async (tx, job) => {
      await fail(tx, context, job, { problem: 'The import was cancelled', problem_code: 'discarded' })
      await audit(tx, context, 'import.discarded', job)
    }),
})

export const continueImport = operation({
  name: 'continue_import',
  summary: 'Process an import for some seconds',
  description: 'For programs that run no background worker. No effect while a worker runs.',
  access,
  unaudited: 'preview',
  status: 200,
  input: Place,
  output: recordOf(Import),
  async run(context, { id }) {
    const { workspace_id } = context.caller
    const find = () => context.store.read((reader) => store.findImport(reader, { workspace_id, id }))
    existing(await find())
    await runBatch(context, importBatches, { workspace_id, id })
    return { data: existing(await find()) }
  },
})

/** @throws AppError where nobody could be enrolled in it */
async function requireGuide(tx: Tx, { workspace_id, resource }: store.ImportsRow, id: string | null): Promise<void> {
  if (id === null) return
  if (resource !== 'contacts')
    throw validationError({
      enroll_in: fieldError('invalid', 'is for contacts only: organisations cannot be enrolled'),
    })
  const guide = await findGuide(tx, workspace_id, id)
  if (!guide) throw validationError({ enroll_in: fieldError('does_not_exist') })
  if (guide.status !== 'published') throw validationError({ enroll_in: fieldError('not_published') })
}

const NOTHING = { created: 0, updated: 0, unchanged: 0, faulty: 0, undone: 0, left: 0, enrolled: 0 }

const NO_PROBLEM = { problem: null, problem_code: null, problem_row: null, problem_column: null }

function started(tx: Tx, status: ImportStatus) {
  return { status, place: 0, next_attempt_at: tx.time, attempts: 0, deaths: 0, ...NO_PROBLEM }
}

function begin(
  context: Context,
  id: string,
  from: readonly ImportStatus[],
  change: (tx: Tx, job: store.ImportsRow) => Promise<void>,
) {
  return context.store.write(async (tx) => {
    const { workspace_id } = context.caller
    const job = existing(await store.findImport(tx, { workspace_id, id }, 'change'))
    if (!from.includes(job.status))
      throw validationError({ status: fieldError('wrong_state', `is ${job.status}, not ${from.join(' or ')}`) })
    await change(tx, job)
    await tx.notify(importsDue)
    return { data: existing(await store.findImport(tx, { workspace_id, id })) }
  })
}

function audit(
  tx: Tx,
  context: Context,
  action: AuditAction,
  { id, resource, file_name, created, updated }: store.ImportsRow,
) {
  const details = { resource, file: file_name, created: String(created), updated: String(updated) }
  return recordAudit(tx, context, { action, subject_id: id, details })
}
