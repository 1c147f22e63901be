import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { MAX_IDS } from '../../contract/limits.ts'
import { quietUntil } from '../../emails/reminders/quiet-until.ts'
import { sendReminderNow } from '../../emails/reminders/send.ts'
import { AppError, existing, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id, InputTime, OutputId, Timestamp } from '../../fields/fields.ts'
import { invoke } from '../../operation/invoke.ts'
import { operation } from '../../operation/operation.ts'
import { requireMember } from '../../people/members/assignee.ts'
import { LEFT_REASONS, type LeftReason } from '../contract.ts'
import { leftReasonOf } from '../left-reason.ts'
import { findEnrollment } from '../store.ts'
import { isOpen } from '../transitions.ts'
import { updateEnrollment } from './change.ts'

const Change = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('remind') }),
  z.strictObject({ action: z.literal('extend'), expires_at: InputTime }),
  z.strictObject({ action: z.literal('assign'), assignee_id: Id.nullable() }),
  z.strictObject({ action: z.literal('expire') }),
  z.strictObject({ action: z.literal('reopen') }),
])
type Change = z.output<typeof Change>

export const changeEnrollments = operation({
  name: 'change_enrollments',
  summary: `Remind, extend, assign, expire or re-open up to ${MAX_IDS} enrollments`,
  description:
    'Each is changed by itself, with its events. Those that the change does not apply to are left, with the reason. Extending never shortens.',
  access: 'enrollments:write',
  // What ends an enrollment is done by `update_enrollment`, which requires its own scope.
  scope: 'messages:write',
  does: ['replaces', 'sends'],
  audit: ['enrollment.changed', 'enrollment.many_changed', 'enrollment.reminded', 'enrollment.many_reminded'],
  status: 200,
  input: z.strictObject({ ids: z.array(Id).min(1).max(MAX_IDS), change: Change }),
  output: z.object({
    data: z.object({
      changed: z.array(OutputId),
      left: z.array(z.object({ id: OutputId, reason: z.enum(LEFT_REASONS) })),
      held_until: Timestamp.nullable().describe('When reminders of quiet hours are sent; null outside of them'),
    }),
  }),
  async run(context, { ids, change }) {
    await requireChange(context, change)
    const changed: string[] = []
    const left: { id: string; reason: LeftReason }[] = []
    for (const id of new Set(ids)) {
      const reason = await applied(context, id, change)
      if (reason === undefined) changed.push(id)
      else left.push({ id, reason })
    }
    const held_until = change.action === 'remind' && changed.length > 0 ? await heldUntil(context) : null
    return { data: { changed, left, held_until } }
  },
})

/** When reminders of now are sent, if not at once. */
function heldUntil({ caller, mail, store }: Context): Promise<string | null> {
  return store.write(async (tx) =>
    (await mail.sends(tx)) ? ((await quietUntil(tx, caller.workspace_id)) ?? null) : null,
  )
}

/** @throws AppError for a change that no enrollment can have */
async function requireChange({ caller, store, now }: Context, change: Change): Promise<void> {
  if (change.action === 'extend' && change.expires_at <= now())
    throw validationError({ expires_at: fieldError('not_in_future') })
  if (change.action !== 'assign') return
  const { assignee_id } = change
  await store.write((tx) => requireMember(tx, caller.workspace_id, { assignee_id }))
}

/** @returns why the enrollment was left; undefined if it was changed */
async function applied(context: Context, id: string, change: Change): Promise<LeftReason | undefined> {
  try {
    const { status, expires_at, assignee_id } = existing(
      await context.store.read((reader) => findEnrollment(reader, context.caller.workspace_id, id)),
    )
    const update = (changes: object) => invoke(updateEnrollment, context, { id, ...changes })
    switch (change.action) {
      case 'remind':
        await context.store.write(async (tx) => {
          await sendReminderNow(tx, context, id)
          await recordAudit(tx, context, { action: 'enrollment.reminded', subject_id: id })
        })
        return
      case 'extend':
        if (!isOpen(status)) return 'wrong_status'
        if (expires_at === null || expires_at >= change.expires_at) return 'unchanged'
        await update({ expires_at: change.expires_at })
        return
      case 'assign':
        if (assignee_id === change.assignee_id) return 'unchanged'
        await update({ assignee_id: change.assignee_id })
        return
      case 'expire':
        if (!isOpen(status)) return 'wrong_status'
        await update({ status: 'expired' })
        return
      case 'reopen':
        if (status !== 'expired') return 'wrong_status'
        await update({ status: 'in_progress' })
        return
    }
  } catch (error) {
    const reason = error instanceof AppError ? leftReasonOf(error) : undefined
    if (reason === undefined) throw error
    return reason
  }
}
