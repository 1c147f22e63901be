import type { Context } from '../../context.ts'
import { createAlone } from '../../queue/alone.ts'
import { giveBack, isGivenUp } from '../../queue/leases.ts'
import type { Lane, Room } from '../../queue/worker.ts'
import type { Tx } from '../../storage/database.ts'
import { emailsDue } from '../channel.ts'
import { EMAIL_ERRORS } from '../contract.ts'
import type { EmailRow } from '../store.ts'
import { MAX_CONNECTIONS, type Transport } from '../transport.ts'
import { createAbsence } from './absence.ts'
import { claimAlone, claimEmails } from './claim.ts'
import { compose, type Sender } from './compose.ts'
import type { Ended, Job } from './job.ts'
import { obstacleTo } from './obstacle.ts'
import { promote } from './promote.ts'
import { giveUp, settle, skip } from './settle.ts'
import { tellNewest } from './tell-newest.ts'

const POLL_MS = 1000
/** Mails of one claim at most that something turns out to be in the way of: the rest of them is the next one's. */
const LOOKED_AT = 100

/** The lane of mail. */
export function mailLane(context: Context, transport: Transport, from: Sender): Lane<Job, Ended> {
  const absence = createAbsence(transport)
  let turn = ''
  let promoteTurn = ''
  const alone = createAlone()
  let hasMore = false

  /** Prepares what was taken, where nothing has come between it and its sending. */
  async function jobOf(tx: Tx, email: EmailRow): Promise<Job | undefined> {
    if (isGivenUp(email)) return void (await giveUp(tx, context, email))
    const obstacle = await obstacleTo(tx, email)
    if (obstacle?.until !== undefined) return void (await giveBack(tx, tx.tables.emails, [email], obstacle.until))
    if (obstacle) return void (await skip(tx, email, obstacle.why))
    const message = await compose(tx, context, email, from)
    if (message) return { email, message }
    return void (await skip(tx, email, EMAIL_ERRORS.unreadable))
  }

  async function claim(tx: Tx, { limit }: Room, leased_by: string): Promise<readonly Job[]> {
    const isAway = absence.isAway()
    if (isAway) await tellNewest(tx, absence.reason() ?? '')
    const promoted = isAway ? promoteTurn : await promote(tx, promoteTurn)
    const jobs: Job[] = []
    let looked = 0
    let last = turn
    const single = !isAway && alone.mayBegin() ? await claimAlone(tx, { leased_by }) : undefined
    const first = single && (await jobOf(tx, single))
    if (first) jobs.push(first)
    while (!isAway && jobs.length < limit && looked < LOOKED_AT) {
      const claimed = await claimEmails(tx, { room: limit - jobs.length, after: last, leased_by })
      if (claimed.emails.length === 0 && claimed.skipped === 0) break
      looked += claimed.emails.length + claimed.skipped
      last = claimed.last
      for (const email of claimed.emails) {
        const job = await jobOf(tx, email)
        if (job) jobs.push(job)
      }
    }
    tx.afterCommit(() => {
      turn = last
      promoteTurn = promoted
      hasMore = looked >= LOOKED_AT || (single !== undefined && !first)
      if (first) alone.begin(first.email.id)
    })
    return jobs
  }

  return {
    channel: emailsDue,
    pollMs: POLL_MS,
    limit: MAX_CONNECTIONS,
    table: (tables) => tables.emails,
    idOf: ({ email }) => email.id,
    claim,
    async send({ email, message }) {
      const attempt = await transport.send(message)
      if (attempt.isServerAway) absence.begin(attempt.error ?? EMAIL_ERRORS.server_away)
      alone.end(email.id)
      return { email, attempt }
    },
    settle: (tx, ended) => settle(tx, context, ended),
    // People mind a mail that comes twice.
    isLasting: () => true,
    async tend() {
      absence.look()
      return hasMore
    },
  }
}
