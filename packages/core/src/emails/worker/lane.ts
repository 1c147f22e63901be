import type { Context } from '../../context.ts'
import { giveBack } from '../../queue/leases.ts'
import type { Lane, Room } from '../../queue/worker.ts'
import type { Tx } from '../../storage/database.ts'
import { emailsDue } from '../channel.ts'
import { MAX_CONNECTIONS, type Transport } from '../transport.ts'
import { claimEmails } from './claim.ts'
import { compose, type Sender } from './compose.ts'
import type { Ended, Job } from './job.ts'
import { obstacleTo } from './obstacle.ts'
import { settle, skip } from './settle.ts'

const POLL_MS = 1000

/** The lane of mail. */
export function mailLane(context: Context, transport: Transport, from: Sender): Lane<Job, Ended> {
  let turn = ''

  async function claim(tx: Tx, { limit }: Room, leased_by: string): Promise<readonly Job[]> {
    const claimed = await claimEmails(tx, { room: limit, after: turn, leased_by })
    const jobs: Job[] = []
    for (const email of claimed) {
      const obstacle = await obstacleTo(tx, email)
      if (obstacle?.until !== undefined) await giveBack(tx, tx.tables.emails, [email], obstacle.until)
      else if (obstacle) await skip(tx, email, obstacle.why)
      else {
        const message = await compose(tx, context, email, from)
        if (message) jobs.push({ email, message })
        else await skip(tx, email, 'Its text cannot be read')
      }
    }
    tx.afterCommit(() => {
      turn = claimed.at(-1)?.workspace_id ?? ''
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
    send: async ({ email, message }) => ({ email, attempt: await transport.send(message) }),
    settle: (tx, ended) => settle(tx, context, ended),
    // People mind a mail that comes twice.
    isLasting: () => true,
  }
}
