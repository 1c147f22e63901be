import { z } from 'zod'
import type { Context } from '../../context.ts'
import { existing } from '../../errors.ts'
import { Id, Paging, pageOf, RecordId, recordOf, UpdatedSince } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { listRecords } from '../../records/lists/lists.ts'
import { findEnrollment } from '../store.ts'
import { Approval } from './approval.ts'
import * as store from './store.ts'

export const listApprovals = operation({
  name: 'list_approvals',
  summary: 'List what contacts have approved, or asked to change, newest first',
  description:
    'Each decision has the exact text and files. It is an agreement by name, not a qualified electronic signature.',
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /enrollments/:id/approvals',
  status: 200,
  input: z.strictObject({
    id: RecordId,
    step_id: Id.optional().meta({ reference: 'Restricts the list to decisions made in this step of the guide.' }),
    ...Paging,
    updated_since: UpdatedSince,
  }),
  output: pageOf(Approval),
  run: async (context, { id, step_id, ...paging }) => {
    const { workspace_id } = context.caller
    existing(await context.store.read((reader) => findEnrollment(reader, workspace_id, id)))
    const filters = { enrollment_id: id, step_id }
    const { data, ...rest } = await listRecords(context, store.approvalList, { filters, ...paging })
    return { data: data.map((row) => shownApproval(context, row)), ...rest }
  },
})

export const getApproval = operation({
  name: 'get_approval',
  summary: 'Get what a contact has approved, or asked to change',
  description: 'The text and files are those that the contact decided on, even if the guide has changed since.',
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /enrollments/:id/approvals/:approval_id',
  status: 200,
  input: z.strictObject({ id: RecordId.describe('ID of the enrollment'), approval_id: RecordId }),
  output: recordOf(Approval),
  etag: Approval,
  run: (context, { id: enrollment_id, approval_id: id }) =>
    context.store.read(async (reader) => {
      const { workspace_id } = context.caller
      const row = existing(await store.findApproval(reader, { workspace_id, enrollment_id, id }))
      return { data: shownApproval(context, row) }
    }),
})

/** An approval with the network address. */
function shownApproval<T extends { sealed_address: string | null }>(
  { sealer }: Context,
  { sealed_address, ...row }: T,
): Omit<T, 'sealed_address'> & { address: string | null } {
  return { ...row, address: sealed_address === null ? null : sealer.open(sealed_address) }
}
