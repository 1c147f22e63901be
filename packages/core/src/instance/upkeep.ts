import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { forgetOldWindows } from '../access/rate-limits.ts'
import { forgetOldDraftChanges } from '../changes/drafts.ts'
import { forgetOldConfirmations } from '../confirmations/confirmation.ts'
import { forgetOldQuestions } from '../confirmations/elicitations.ts'
import type { Context } from '../context.ts'
import type { Alarm } from '../emails/alarm.ts'
import { beginDailyMails } from '../emails/daily/begin.ts'
import { forgetOldDays } from '../emails/daily/day-of-contact.ts'
import { sendDailyMails } from '../emails/daily/send.ts'
import { remind } from '../emails/reminders/remind.ts'
import { forgetOldEmails } from '../emails/retention.ts'
import { mailFailedBackup } from '../emails/templates/backup.ts'
import { expireOverdue } from '../enrollments/expire.ts'
import { forgetOldInboxItems } from '../enrollments/inbox/store.ts'
import { openDueSections } from '../enrollments/plan/renewal/open-sections.ts'
import { renewDates } from '../enrollments/plan/renewal/renew.ts'
import { turnDates } from '../enrollments/plan/renewal/turn.ts'
import { sealOldTokens } from '../enrollments/token/seal-old-tokens.ts'
import { forgetOldUploads } from '../files/resumable/store.ts'
import { sweepContents } from '../files/sweep.ts'
import { forgetOldReadings } from '../foreign-files/readings.ts'
import { forgetOldPresences } from '../guides/presence/store.ts'
import { forgetOldImports } from '../imports/retention.ts'
import { rewriteOldImages } from '../media/rewrite-old.ts'
import { makeOldVariants } from '../media/variants.ts'
import { buildMetadataIndexes } from '../metadata-keys/build.ts'
import { forgetOldTokens } from '../oauth/forget.ts'
import { forgetOldKeys } from '../operation/idempotency.ts'
import { forgetOldSessions } from '../people/sign-in/store.ts'
import { forgetOldTickets } from '../people/sign-in/tickets.ts'
import { takeLease } from '../queue/process-lease.ts'
import { forgetReceivedMails } from '../replies/store.ts'
import { DatabaseMoved } from '../storage/sqlite/file-identity.ts'
import { shrink } from '../storage/steps/shrink.ts'
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../times.ts'
import { forgetDeletedViews } from '../views/store.ts'
import { forgetOldEvents } from '../webhooks/worker/retention.ts'
import { eraseEndedWorkspaces } from '../workspaces/erase/erase.ts'
import { forgetOldSlots } from '../workspaces/quotas/slots.ts'

const LEASE = 'upkeep'
const REMIND_EVERY_MS = 5 * MINUTE_MS
/** Interval of the sweep of file contents, which examines each of them. */
const SWEEP_MS = 6 * HOUR_MS

type Part = (context: Context, now: string) => Promise<unknown>

/** What turns by time in plans. */
const TURN: Part[] = [expireOverdue, openDueSections, turnDates]

/** Before the reminders: a contact gets one of both. */
const MAIL: Part[] = [renewDates, sendDailyMails]

const FORGET: Part[] = [
  ({ store }, now) => forgetOldKeys(store, now),
  ({ store }, now) => forgetOldWindows(store, now),
  ({ store }, now) => forgetOldSlots(store, now),
  ({ store }, now) => forgetOldConfirmations(store, now),
  ({ store }, now) => forgetOldQuestions(store, now),
  ({ store }, now) => forgetOldTokens(store, now),
  ({ store }, now) => forgetOldSessions(store, now),
  ({ store }, now) => forgetOldTickets(store, now),
  ({ store }, now) => forgetOldPresences(store, now),
  ({ store }, now) => forgetOldDraftChanges(store, later(now, -DAY_MS)),
  ({ store }, now) => forgetOldInboxItems(store, now),
  ({ store }, now) => forgetDeletedViews(store, now),
  ({ store }, now) => forgetOldUploads(store, later(now, -DAY_MS)),
  forgetOldEvents,
  forgetOldEmails,
  forgetOldDays,
  ({ store }, now) => forgetReceivedMails(store, now),
  forgetOldImports,
  ({ store }, now) => forgetOldReadings(store, now),
  ({ store }, now) => eraseEndedWorkspaces(store, now),
]

const MAINTAIN: Part[] = [
  ({ store }) => shrink(store),
  ({ store }) => buildMetadataIndexes(store),
  sealOldTokens,
  rewriteOldImages,
  makeOldVariants,
]

export interface Upkeep {
  /** Runs the work once, unless another process is running it. */
  run(): Promise<void>
  /** Waits for running work and starts nothing new. */
  stop(): Promise<void>
}

/** Periodic work of the instance. A lease in the database ensures that one process runs it at a time. */
export function startUpkeep(
  context: Context,
  { every, alarm, onError }: { every: number | undefined; alarm: Alarm; onError: (error: unknown) => void },
): Upkeep {
  const holder = randomUUID()
  let running: Promise<void> | undefined
  let reminded: string | undefined
  let sweepAfter = ''
  let hasBegun = false
  const parts: Part[] = [...TURN, beginDailyMailsOnce, ...MAIL, ...FORGET, ...MAINTAIN, remindSometimes]

  async function work(): Promise<void> {
    const now = await context.store.write((tx) => takeLease(tx, { name: LEASE, holder }))
    await alarm.remember()
    if (now === undefined) return
    for (const part of parts) {
      // Where reads are synchronous, parts without work would otherwise run within one turn of the event loop.
      await nextTurn()
      await part(context, now)
    }
    if (now < sweepAfter) return
    await sweepContents(context, now)
    sweepAfter = later(now, SWEEP_MS)
  }

  async function beginDailyMailsOnce(): Promise<void> {
    if (!hasBegun) await beginDailyMails(context)
    hasBegun = true
  }

  /** Reminders count in days. A process without a record of the last pass runs it once more, without effect. */
  async function remindSometimes(_: Context, now: string): Promise<void> {
    if (reminded !== undefined && now >= reminded && now < later(reminded, REMIND_EVERY_MS)) return
    reminded = (await remind(context, now)) ? undefined : now
    await mailFailedBackup(context, now)
  }

  function run(): Promise<void> {
    running ??= work()
      .catch(async (error) => {
        if (error instanceof DatabaseMoved) await alarm.raise(error)
        throw error
      })
      .finally(() => {
        running = undefined
      })
    return running
  }

  const timer = every === undefined ? undefined : setInterval(() => void run().catch(onError), every)
  timer?.unref()
  return {
    run,
    async stop() {
      clearInterval(timer)
      await running?.catch(onError)
    },
  }
}
