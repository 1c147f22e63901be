import type { Context } from '../../context.ts'
import { newId } from '../../ids.ts'
import { delayAfter } from '../../queue/schedule.ts'
import type { Tx } from '../../storage/database.ts'
import { later } from '../../times.ts'
import type { DeliveryOutcome } from '../delivery.ts'
import type { Attempt } from '../sending/send.ts'
import { writeOutcomes } from './claims/claims.ts'
import { disable } from './health/disable.ts'
import { emitHealthEvents } from './health/emit.ts'
import type { EndpointRow } from './health/endpoint-row.ts'
import { endpointsOf, writeHealth } from './health/endpoints.ts'
import { afterFailure, afterSuccess, type Health, isHealthy, isHopeless } from './health/health.ts'
import type { Job } from './jobs.ts'
import { hasHeld } from './waiting/waiting.ts'

/** The outcome of an attempt, to be recorded. */
export interface CompletedAttempt {
  job: Job
  attempt: Attempt
}

/**
 * Locks the endpoints that outcomes may affect. All of them at once, before the first outcome is recorded: of two processes
 * that lock them one after another, each could wait for what the other has locked.
 */
export async function lockAffected({ connection }: Tx, settled: readonly CompletedAttempt[]): Promise<void> {
  const affected = settled.filter((one) => !isFine(one) || isOrdered(one.job.endpoint))
  const ids = new Set(affected.map(({ job }) => job.endpoint.id))
  if (ids.size > 0) await connection.dialect.lockRecord(connection, ...ids)
}

/** Records the outcomes of attempts, and their effect on endpoints, which `lockAffected` has locked. */
export async function recordOutcomes(tx: Tx, context: Context, settled: readonly CompletedAttempt[]): Promise<void> {
  const outcomes = settled.map((one) =>
    outcomeOf(one, tx, delayAfter(one.job.delivery.attempts, one.attempt.retryAfter, Math.random())),
  )
  // For the others, the lease has expired and another worker has the delivery, or their endpoint was deleted.
  const written = await writeOutcomes(tx, outcomes)
  const byEndpoint = new Map<string, CompletedAttempt[]>()
  for (const one of settled) {
    if (!written.has(one.job.delivery.id)) continue
    const { id } = one.job.endpoint
    const others = byEndpoint.get(id)
    if (others) others.push(one)
    else byEndpoint.set(id, [one])
  }
  const affected: CompletedAttempt[][] = []
  for (const outcomes of byEndpoint.values()) if (await hasEffect(tx, outcomes)) affected.push(outcomes)
  if (affected.length > 0) await updateEndpoints(tx, context, affected)
}

/** Records the outcome of a test. It has one attempt, and no effect on the health of the endpoint. */
export async function recordTestOutcome(tx: Tx, test: CompletedAttempt): Promise<void> {
  await writeOutcomes(tx, [outcomeOf(test, tx, undefined)])
}

/** @param delay milliseconds until the attempt after a failure; undefined if there is none */
function outcomeOf(
  { job, attempt }: CompletedAttempt,
  { time, stamp: at }: Tx,
  delay: number | undefined,
): DeliveryOutcome {
  const { workspace_id, id, attempts, lease_until } = job.delivery
  const { response_status, response_headers, response_body, duration_ms, address } = attempt
  const kept = {
    attempt_id: newId(),
    started_at: later(job.claimed.at, attempt.began - job.claimed.monotonic),
    address,
    request: job.message.kept,
  }
  const ended = { workspace_id, id, attempts, held_until: lease_until, updated_at: at, ...kept }
  const answered = { response_status, response_headers, response_body, duration_ms }
  const over = { next_attempt_at: null, waiting_for: null }
  if (attempt.error === undefined)
    return { ...ended, ...answered, status: 'succeeded', ...over, error: null, delivered_at: at }
  const failed = { ...ended, ...answered, error: `${attempt.error}: ${attempt.explanation}`, delivered_at: null }
  if (delay === undefined) return { ...failed, ...over, status: 'failed' }
  return { ...failed, status: 'pending', next_attempt_at: later(time, delay), waiting_for: 'time' }
}

/** Whether outcomes affect the endpoint: successes of an endpoint that was healthy at the claim do not. */
async function hasEffect(tx: Tx, outcomes: readonly CompletedAttempt[]): Promise<boolean> {
  const [first] = outcomes
  if (!first) return false
  return !outcomes.every(isFine) || (isOrdered(first.job.endpoint) && (await hasHeld(tx, first.job.endpoint.id)))
}

const isFine = ({ job, attempt }: CompletedAttempt) => attempt.error === undefined && isHealthy(job.endpoint)
const isOrdered = ({ max_concurrency }: EndpointRow) => max_concurrency === 1

/** @param affected the outcomes by endpoint */
async function updateEndpoints(
  tx: Tx,
  context: Context,
  affected: readonly (readonly CompletedAttempt[])[],
): Promise<void> {
  const places = affected.flatMap(([first]) => (first ? [first.job.endpoint] : []))
  const found = await endpointsOf(tx, places)
  const changes: { before: EndpointRow; after: EndpointRow; outcomes: readonly CompletedAttempt[] }[] = []
  for (const outcomes of affected) {
    const before = found.get(outcomes[0]?.job.endpoint.id ?? '')
    if (before) changes.push({ before, after: endpointAfter(tx, before, outcomes), outcomes })
  }
  await writeHealth(
    tx,
    changes.map(({ after }) => after),
  )
  for (const { before, after, outcomes } of changes) {
    await emitHealthEvents(tx, context, before, after)
    if (outcomes.some(({ attempt }) => attempt.response_status === 410)) await disable(tx, context, before, 'gone')
    else if (isHopeless(after, tx.time)) await disable(tx, context, before, 'failing')
  }
}

function endpointAfter(tx: Tx, before: EndpointRow, outcomes: readonly CompletedAttempt[]): EndpointRow {
  let health: Health = before
  for (const { job, attempt } of outcomes)
    if (attempt.error === undefined) health = afterSuccess(health)
    // Attempts that were under way when the breaker opened are not probes.
    else if (job.endpoint.open_until === health.open_until) health = afterFailure(health, tx.time)
  const { failing_since, consecutive_failures, open_until, probe_seconds, concurrency } = health
  const hasClosed = before.open_until !== null && open_until === null
  // For an ordered endpoint, later deliveries waited for this one.
  const lets = hasClosed || (isOrdered(before) && open_until === null)
  const release_at = lets ? tx.time : (open_until ?? before.release_at)
  return { ...before, failing_since, consecutive_failures, open_until, probe_seconds, concurrency, release_at }
}
