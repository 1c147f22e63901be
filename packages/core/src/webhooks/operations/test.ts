import { z } from 'zod'
import type { RateLimiter } from '../../access/rate-limits.ts'
import { recordAudit } from '../../audit/record.ts'
import { AppError } from '../../errors.ts'
import { RecordId, recordOf } from '../../fields/fields.ts'
import { newId } from '../../ids.ts'
import { operation } from '../../operation/operation.ts'
import { later } from '../../times.ts'
import { auditedEndpoint } from '../audited-endpoint.ts'
import { Delivery } from '../endpoint.ts'
import { insertEvent } from '../events/emit.ts'
import { createKeyring } from '../sending/sign.ts'
import { existingEndpointRow, findDelivery } from '../store.ts'
import { messageOf } from '../worker/jobs.ts'
import { recordTestOutcome } from '../worker/record-outcomes.ts'

const LIMIT_MS = 10_000
const LEASE_MS = 30_000
const PER_MINUTE = 10

export const testWebhookEndpoint = operation({
  name: 'test_webhook_endpoint',
  summary: 'Send a test ping to a webhook endpoint and return the result',
  description:
    'There is one attempt of at most 10 seconds, signed like any delivery; at most 10 tests are allowed in a minute. The result does not affect the health of the endpoint: a failure neither slows nor disables it.',
  access: 'webhooks:manage',
  does: ['adds', 'forwards'],
  audit: ['webhook_endpoint.tested'],
  route: 'POST /webhook_endpoints/:id/test',
  status: 200,
  network: true,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(
    z
      .object({
        success: z.boolean().meta({ reference: 'Whether the endpoint answered with a 2xx status.' }),
        delivery: Delivery.meta({ reference: 'The attempt with the answer of the endpoint.' }),
      })
      .meta({ reference: 'Outcome of the test.' }),
  ),
  run: async (context, { id }) => {
    const { workspace_id } = context.caller
    await limitTests(context.rateLimiter, id)
    const job = await context.store.write(async (tx) => {
      const at = tx.stamp
      const endpoint = await existingEndpointRow(tx, workspace_id, id)
      const data = { message: 'This is a test. Your endpoint received it.' }
      const event = await insertEvent(tx, { workspace_id, type: 'webhook.test', data, at })
      const delivery = {
        workspace_id,
        id: newId(),
        endpoint_id: id,
        event_id: event.id,
        event: event.type,
        // The outcome if this process ends during the test: it is not repeated.
        status: 'failed' as const,
        attempts: 1,
        response_status: null,
        response_body: null,
        error: 'The test was interrupted',
        duration_ms: null,
        created_at: at,
        updated_at: at,
        next_attempt_at: null,
        delivered_at: null,
        // Leased at creation, so that no worker sends it.
        lease_until: later(tx.time, LEASE_MS),
      }
      await tx.db.insert(tx.tables.webhook_deliveries).values(delivery)
      await recordAudit(tx, context, { action: 'webhook_endpoint.tested', ...auditedEndpoint(endpoint) })
      const message = messageOf(createKeyring(context.sealer), endpoint, event, tx.time)
      const claimed = { at: tx.time, monotonic: performance.now() }
      return { delivery, endpoint, message, claimed, happened_at: at }
    })
    // A separate connection, because deliveries under way occupy the others.
    const message = { ...job.message, endpoint_id: `test ${id}` }
    const attempt = await context.sender.send(message, { milliseconds: LIMIT_MS })
    const delivery = await context.store.write(async (tx) => {
      await recordTestOutcome(tx, { job, attempt })
      return findDelivery(tx, workspace_id, job.delivery.id)
    })
    if (!delivery) throw new AppError('not_found', 'The endpoint was deleted while the test was under way')
    return { data: { success: attempt.error === undefined, delivery: delivery as z.infer<typeof Delivery> } }
  },
})

/** Limits tests, so that the service cannot be used to flood an address. */
async function limitTests(rateLimiter: RateLimiter, id: string): Promise<void> {
  const [allowance] = await rateLimiter.count(`webhook test ${id}`, [{ seconds: 60, limit: PER_MINUTE }])
  if (!allowance || allowance.allowed) return
  const message = `An endpoint can be tested ${PER_MINUTE} times a minute`
  throw new AppError('rate_limited', message, { retryAfter: allowance.resetsIn })
}
