import { gt } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { createIsolation } from '../../queue/isolation.ts'
import { LEASE_MS, returnToQueue } from '../../queue/leases.ts'
import type { Capacity, Queue } from '../../queue/worker.ts'
import type { Tx } from '../../storage/database.ts'
import { later, SECOND_MS } from '../../times.ts'
import { type Step, traced } from '../../tracing.ts'
import { deliveriesDue } from '../channel.ts'
import type { ClaimedDelivery } from '../delivery.ts'
import { createDeliveryWatch, type DeliveryWatcher } from '../figures/watch.ts'
import type { Attempt } from '../sending/send.ts'
import { createKeyring } from '../sending/sign.ts'
import { claimDeliveries } from './claims/claims.ts'
import { claimIsolated } from './claims/isolated.ts'
import { createSlots, SLOTS } from './claims/slots/slots.ts'
import { FIRST_TURN } from './claims/turns.ts'
import { disable } from './health/disable.ts'
import { MAX_PROBE_SECONDS } from './health/health.ts'
import { type Job, jobsOf, type Unreadable } from './jobs.ts'
import { createMaintenance } from './maintain.ts'
import { type CompletedAttempt, lockAffected, recordOutcomes } from './record-outcomes.ts'
import { createSpeeds } from './speeds.ts'
import { hold, holdUntil } from './waiting/waiting.ts'

const POLL_MS = 200
/** Delay before claiming again what another process was claiming; doubled each time. */
const CONTENDED_MS = 10

/**
 * The queue of webhook deliveries. Endpoints have a limited number under way, and take turns, so that a slow one
 * delays no other.
 */
export function deliveryQueue(
  context: Context,
  onError: (error: unknown) => void,
  watch: DeliveryWatcher = createDeliveryWatch(),
): Queue<Job, CompletedAttempt> {
  const keyring = createKeyring(context.sealer)
  const places = createSlots()
  let turns = FIRST_TURN
  /** Consecutive contended claims. */
  let contentions = 0
  const alone = createIsolation()
  const keepSpeeds = createSpeeds(places)

  async function claim(tx: Tx, capacity: Capacity, leased_by: string): Promise<readonly Job[]> {
    const lease = { lease_until: later(tx.time, LEASE_MS), leased_by }
    const share = { ...capacity, capacityOf: places.shares(), isProven: places.isFast }
    const single = alone.mayBegin() ? await claimIsolated(tx, lease) : undefined
    const {
      deliveries,
      turns: next,
      isContended,
      ...passedBy
    } = await claimDeliveries(tx, { turns, ...lease, ...share })
    const claimed = single ? [single, ...deliveries] : deliveries
    await hold(tx, passedBy.closed)
    await holdUntil(tx, passedBy.exhausted)
    const { jobs, unreadable } = await jobsOf(tx, keyring, claimed, tx.time)
    for (const one of unreadable) {
      const { id } = one.endpoint
      await returnUnsent(tx, context, one, claimed)
      const what = one.reason === 'secret_unreadable' ? 'The secret' : 'The headers'
      tx.afterCommit(() => onError(new Error(`${what} of webhook endpoint ${id} cannot be decrypted`)))
    }
    tx.afterCommit(() => {
      turns = next
      contentions = isContended ? contentions + 1 : 0
      if (single && jobs.some(({ delivery }) => delivery.id === single.id)) alone.begin(single.id)
      if (jobs.length > 0) watch.claimed(jobs.length)
    })
    return jobs
  }

  function notifyWatcher({ delivery, claimed, happened_at }: Job, { error, duration_ms }: Attempt): void {
    watch.attempted(error ?? 'success', duration_ms / SECOND_MS)
    if (error !== undefined || delivery.attempts > 1) return
    const waited = Date.parse(claimed.at) - Date.parse(happened_at)
    watch.arrived(Math.max(0, waited + performance.now() - claimed.monotonic) / SECOND_MS)
  }

  return {
    channel: deliveriesDue,
    get pollMs() {
      return contentions === 0 ? POLL_MS : Math.min(POLL_MS, CONTENDED_MS * 2 ** (contentions - 1))
    },
    limit: SLOTS,
    table: (tables) => tables.webhook_deliveries,
    idOf: ({ delivery }) => delivery.id,
    claim,
    async send(job) {
      const end = places.begin(job.delivery)
      try {
        const attempt = await sent(context, job)
        notifyWatcher(job, attempt)
        return { job, attempt }
      } finally {
        end()
        alone.end(job.delivery.id)
      }
    },
    lockAffected,
    async recordOutcomes(tx, settled) {
      await recordOutcomes(tx, context, settled)
      await keepSpeeds(tx, settled)
    },
    // Successes and claims lost in a power cut are sent again; a failure can cause other changes.
    isLasting: ({ attempt }) => attempt.error !== undefined,
    bringForward: closeBreakers,
    maintain: createMaintenance(context),
  }
}

/** Returns the deliveries of an endpoint that cannot be decrypted, and disables it. */
async function returnUnsent(
  tx: Tx,
  context: Context,
  { endpoint, reason }: Unreadable,
  claimed: readonly ClaimedDelivery[],
): Promise<void> {
  const waiting = claimed.filter(({ endpoint_id }) => endpoint_id === endpoint.id)
  await returnToQueue(tx, tx.tables.webhook_deliveries, waiting)
  await disable(tx, context, endpoint, reason)
}

function sent({ sender }: Context, { delivery, message }: Job): Promise<Attempt> {
  const attributes: Step['attributes'] = {
    'handrail.workspace.id': delivery.workspace_id,
    'handrail.webhook.endpoint.id': delivery.endpoint_id,
    'handrail.webhook.delivery.id': delivery.id,
    'http.request.method': 'POST',
    'http.request.resend_count': delivery.attempts,
  }
  const step: Step = { kind: 'delivery', name: 'webhook', attributes }
  return traced(step, async () => {
    const attempt = await sender.send(message)
    if (attempt.response_status !== null) attributes['http.response.status_code'] = attempt.response_status
    if (attempt.error !== undefined) Object.assign(attributes, { 'error.type': attempt.error })
    step.failed = attempt.error !== undefined
    return attempt
  })
}

/** Limits the time of open circuit breakers to the longest pause between two probes. */
async function closeBreakers(tx: Tx): Promise<void> {
  const { webhook_endpoints: endpoints } = tx.tables
  await tx.db
    .update(endpoints)
    .set({ open_until: tx.time, release_at: tx.time })
    .where(gt(endpoints.open_until, later(tx.time, MAX_PROBE_SECONDS * SECOND_MS)))
}
