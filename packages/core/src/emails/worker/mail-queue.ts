import type { Context } from '../../context.ts'
import { createIsolation } from '../../queue/isolation.ts'
import { isGivenUp, returnToQueue } from '../../queue/leases.ts'
import type { Capacity, Queue } from '../../queue/worker.ts'
import type { Tx } from '../../storage/database.ts'
import { type Step, traced } from '../../tracing.ts'
import { emailsDue } from '../channel.ts'
import { EMAIL_ERRORS } from '../contract.ts'
import type { Connected, Connections } from '../server/connections.ts'
import type { EmailRow } from '../store.ts'
import { MAX_CONNECTIONS } from '../transport.ts'
import { claimAlone, claimEmails } from './claim.ts'
import { compose } from './compose.ts'
import type { Ended, Job } from './job.ts'
import { noteOutage } from './note-outage.ts'
import { preflight } from './preflight.ts'
import { promote } from './promote.ts'
import { giveUp, recordOutcomes, skip } from './record-outcomes.ts'

const POLL_MS = 1000
/** Maximum number of mails per claim that turn out not to be sendable; the next claim handles the rest. */
const SCAN_LIMIT = 100

/** The lane of mail. */
export function mailQueue(context: Context, connections: Connections): Queue<Job, Ended> {
  let turn = ''
  let promoteTurn = ''
  const alone = createIsolation()
  let hasMore = false

  /** Prepares a claimed mail, unless it should no longer be sent. */
  async function jobOf(tx: Tx, email: EmailRow, server: Connected): Promise<Job | undefined> {
    if (isGivenUp(email)) return void (await giveUp(tx, context, email))
    const refusal = await preflight(tx, email)
    if (refusal?.until !== undefined) return void (await returnToQueue(tx, tx.tables.emails, [email], refusal.until))
    if (refusal) return void (await skip(tx, email, refusal.why))
    const message = await compose(tx, context, email, server.sender)
    if (message) return { email, message, server }
    return void (await skip(tx, email, EMAIL_ERRORS.unreadable))
  }

  async function claim(tx: Tx, { limit }: Capacity, leased_by: string): Promise<readonly Job[]> {
    const current = await context.mail.server(tx)
    // Mail of a former server waits for the next one.
    if (!current) return []
    const server = connections.to(current)
    const isAway = server.outage.isAway()
    if (isAway) await noteOutage(tx, server.outage.reason() ?? '')
    const promoted = isAway ? promoteTurn : await promote(tx, promoteTurn)
    const jobs: Job[] = []
    let looked = 0
    let last = turn
    const single = !isAway && alone.mayBegin() ? await claimAlone(tx, { leased_by }) : undefined
    const first = single && (await jobOf(tx, single, server))
    if (first) jobs.push(first)
    while (!isAway && jobs.length < limit && looked < SCAN_LIMIT) {
      const claimed = await claimEmails(tx, { capacity: limit - jobs.length, after: last, leased_by })
      if (claimed.emails.length === 0 && claimed.skipped === 0) break
      looked += claimed.emails.length + claimed.skipped
      last = claimed.last
      for (const email of claimed.emails) {
        const job = await jobOf(tx, email, server)
        if (job) jobs.push(job)
      }
    }
    tx.afterCommit(() => {
      turn = last
      promoteTurn = promoted
      hasMore = looked >= SCAN_LIMIT || (single !== undefined && !first)
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
    async send({ email, message, server: { transport, outage } }) {
      const attributes: Step['attributes'] = { 'handrail.mail.id': email.id, 'handrail.mail.kind': email.kind }
      if (email.workspace_id) attributes['handrail.workspace.id'] = email.workspace_id
      const step: Step = { kind: 'delivery', name: 'mail', attributes }
      const attempt = await traced(step, async () => {
        const ended = await transport.send(message)
        step.failed = ended.error !== undefined
        return ended
      })
      if (attempt.isServerAway) outage.begin(attempt.error ?? EMAIL_ERRORS.server_away)
      alone.end(email.id)
      return { email, attempt }
    },
    recordOutcomes: (tx, ended) => recordOutcomes(tx, context, ended),
    // A duplicate mail would disturb people.
    isLasting: () => true,
    async maintain() {
      connections.last()?.outage.look()
      return hasMore
    },
  }
}
