import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { wrongState } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import type { Tx } from '../../storage/database.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import { emailsDue } from '../channel.ts'
import { KEPT_REASONS, type KeptReason } from '../contract.ts'
import { COUNTED_KEPT, countKept, type KeptMail, keptMail, releaseKept, SENDABLE_DAYS } from './store.ts'

const SentKept = z
  .object({
    sent: z.int().describe('Mail that was, or would be, released for sending'),
    left: z
      .partialRecord(z.enum(KEPT_REASONS), z.int())
      .describe(
        `Mail that is not sent, by reason. Mail older than ${SENDABLE_DAYS} days stays in the outbox, where it can be sent by itself`,
      ),
    is_complete: z
      .boolean()
      .describe(
        `Whether all kept mail was examined. Otherwise there is more: call it again to send it; a dry run examines the oldest ${COUNTED_KEPT}`,
      ),
  })
  .meta({ id: 'SentKeptEmails', reference: 'How much kept mail was released, and how much was left.' })

export const getKeptEmails = operation({
  name: 'get_kept_emails',
  summary: 'Count the kept mail that can be sent',
  access: 'enrollments:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: recordOf(SentKept),
  run: async (context) => ({ data: await preview(context) }),
})

export const sendKeptEmails = operation({
  name: 'send_kept_emails',
  summary: 'Send the mail that was kept while there was no mail server',
  description:
    'Only mail that is still useful is sent; the rest is left, with the reason. With `dry_run`, nothing is sent.',
  access: 'enrollments:write',
  scope: 'messages:write',
  does: ['adds', 'sends'],
  audit: ['email.resent', 'email.many_resent'],
  unaudited: 'preview',
  route: 'POST /emails/send_kept',
  body: 'email',
  formerBody: { key: 'kept', since: '2026-11-27' },
  // Its writes are several.
  network: true,
  status: 200,
  input: z.strictObject({
    dry_run: z
      .boolean()
      .default(false)
      .meta({ reference: '`true` only counts what would be sent. `false`, the default, releases the mail.' }),
  }),
  output: recordOf(SentKept),
  example: { dry_run: true },
  async run(context, { dry_run }) {
    if (dry_run) return { data: await preview(context) }
    if (!(await context.store.read(context.mail.sends)))
      throw wrongState('This instance has no mail server', { reason: 'no_mail_server' })
    return { data: await sendAll(context) }
  },
})

async function preview({ caller: { workspace_id }, store, now }: Context) {
  const counts = await store.read((reader) => countKept(reader, { workspace_id, now: now() }))
  const examined = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return { ...resultOf(counts), is_complete: examined < COUNTED_KEPT }
}

/** Smaller steps would be commits above all. */
const STEP_MS = 20

/** In steps, so that other writers do not wait. */
async function sendAll(context: Context) {
  const { caller, store, now } = context
  const { workspace_id } = caller
  const counts = new Map<KeptMail['reason'], number>()
  let after: KeptMail | undefined
  const release = async (tx: Tx, rows: number) => {
    const mails = await keptMail(tx, { workspace_id, now: now() }, after, rows)
    await releaseKept(tx, workspace_id, mails)
    for (const { id, reason } of mails)
      if (reason === 'none') await recordAudit(tx, context, { action: 'email.resent', subject_id: id })
    await tx.notify(emailsDue)
    tx.afterCommit(() => {
      after = mails.at(-1) ?? after
      for (const { reason } of mails) counts.set(reason, (counts.get(reason) ?? 0) + 1)
    })
    return mails.length
  }
  const is_complete = await inSteps(store, release, STEP_MS)
  return { ...resultOf(counts), is_complete }
}

function resultOf(counts: ReadonlyMap<KeptMail['reason'], number>) {
  const left: Partial<Record<KeptReason, number>> = {}
  for (const reason of KEPT_REASONS) {
    const found = counts.get(reason) ?? 0
    if (found > 0) left[reason] = found
  }
  return { sent: counts.get('none') ?? 0, left }
}
