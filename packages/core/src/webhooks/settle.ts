import { and, eq, sql } from 'drizzle-orm'
import { recordDeed } from '../access/audit/record.ts'
import type { Context } from '../context.ts'
import { record } from '../events.ts'
import { shapeOf } from '../shape.ts'
import { prepared, type Tx } from '../storage/database.ts'
import { placeholders } from '../storage/placeholders.ts'
import type { Job } from './deliveries.ts'
import { WebhookEndpoint } from './endpoint.ts'
import { afterFailure, afterSuccess, type Health, isHealthy, isHopeless } from './health.ts'
import { delayAfter } from './schedule.ts'
import type { Attempt } from './send.ts'

/** The outcome of an attempt, to be written down. */
export interface Settled {
  job: Job
  attempt: Attempt
  /** Whether another attempt follows a failure. A test ping has one. */
  retry: boolean
}

/** Writes down how attempts ended, and what that means for their endpoints. */
export async function settle(tx: Tx, context: Context, settled: readonly Settled[]): Promise<void> {
  const byEndpoint = new Map<string, Settled[]>()
  for (const one of settled) {
    if (!(await settleDelivery(tx, context, one))) continue
    const { id } = one.job.endpoint
    byEndpoint.set(id, [...(byEndpoint.get(id) ?? []), one])
  }
  for (const outcomes of byEndpoint.values()) await settleEndpoint(tx, context, outcomes)
}

/** @returns false when the lease had lapsed and somebody else holds the delivery, or the endpoint is gone */
async function settleDelivery(tx: Tx, context: Context, { job, attempt, retry }: Settled): Promise<boolean> {
  const { workspace_id, id, attempts, lease_until } = job.delivery
  const at = context.now()
  const delay = retry ? delayAfter(attempts, attempt.retryAfter, Math.random()) : undefined
  const failed = attempt.error !== undefined
  const written = await prepared(
    tx,
    'webhook_deliveries.settle',
    ({ db, tables: { webhook_deliveries: deliveries } }) =>
      db
        .update(deliveries)
        .set({ ...placeholders(deliveries, SETTLED), lease_until: null })
        .where(
          and(
            eq(deliveries.workspace_id, sql.placeholder('workspace_id')),
            eq(deliveries.id, sql.placeholder('id')),
            // The fence: a late answer of a lapsed lease must not overwrite a newer attempt.
            eq(deliveries.attempts, sql.placeholder('attempts')),
            eq(deliveries.lease_until, sql.placeholder('held_until')),
          ),
        )
        .returning({ id: deliveries.id }),
    {
      workspace_id,
      id,
      attempts,
      held_until: lease_until,
      status: failed ? (delay === undefined ? 'failed' : 'pending') : 'succeeded',
      response_status: attempt.response_status,
      response_body: attempt.response_body,
      error: failed ? `${attempt.error}: ${attempt.explanation}` : null,
      duration_ms: attempt.duration_ms,
      next_attempt_at: failed && delay !== undefined ? new Date(Date.parse(at) + delay).toISOString() : null,
      delivered_at: failed ? null : at,
      updated_at: at,
    },
  )
  return written.length > 0
}

const SETTLED = [
  'status',
  'response_status',
  'response_body',
  'error',
  'duration_ms',
  'next_attempt_at',
  'delivered_at',
  'updated_at',
] as const

async function settleEndpoint(tx: Tx, context: Context, outcomes: readonly Settled[]): Promise<void> {
  const { webhook_endpoints: endpoints } = tx.tables
  const [first] = outcomes
  if (!first) return
  // Nothing but successes of an endpoint that was healthy when they were taken: there is nothing to write.
  if (outcomes.every(({ job, attempt }) => attempt.error === undefined && isHealthy(job.endpoint))) return
  const { workspace_id, id } = first.job.endpoint
  await tx.connection.dialect.lockRecord(tx.connection, id)
  const which = and(eq(endpoints.workspace_id, workspace_id), eq(endpoints.id, id))
  const [before] = await tx.db.select().from(endpoints).where(which)
  if (!before) return

  const at = context.now()
  let health: Health = before
  for (const { attempt } of outcomes)
    health = attempt.error === undefined ? afterSuccess(health) : afterFailure(health, at)
  const gone = outcomes.some(({ attempt }) => attempt.response_status === 410)
  const disabled_reason = gone ? 'gone' : isHopeless(health, at) ? 'failing' : undefined
  const { failing_since, consecutive_failures, open_until, probe_seconds, concurrency } = health
  await tx.db
    .update(endpoints)
    .set({ failing_since, consecutive_failures, open_until, probe_seconds, concurrency })
    .where(which)
  if (disabled_reason === undefined || before.status !== 'enabled') return

  const disabled = { ...before, status: 'disabled', disabled_reason, updated_at: at }
  await tx.db.update(endpoints).set({ status: 'disabled', disabled_reason, updated_at: at }).where(which)
  await recordDeed(tx, context, {
    action: 'webhook_endpoint.disabled',
    workspace_id,
    subject_id: id,
    details: { reason: disabled_reason },
    actor: { id: 'system', name: 'Handrail' },
    door: 'service',
  })
  // The endpoint itself is down; the others can tell.
  await record(tx, { workspace_id, type: 'webhook_endpoint.disabled', data: shapeOf(WebhookEndpoint)(disabled), at })
}
