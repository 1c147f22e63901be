import { z } from 'zod'
import { OutputId, Timestamp } from '../../fields/fields.ts'
import { PAYLOADS } from '../contract.ts'
import { Delivery } from '../endpoint.ts'

const Headers = z.record(z.string(), z.string())

/** One attempt to make a delivery, with what was sent and what came back. */
export const DeliveryAttempt = z
  .object({
    id: OutputId,
    number: z.int().describe('From 1; counted anew when the delivery is sent again by hand'),
    started_at: Timestamp,
    duration_ms: z.int(),
    address: z.string().nullable().describe('The network address that was reached; null where none was'),
    request: z
      .object({ url: z.string(), headers: Headers, payload: z.enum(PAYLOADS) })
      .describe("As it was sent; the values of the endpoint's own headers are masked"),
    response_status: z.int().nullable(),
    response_headers: Headers.nullable().describe('The first 4 KiB; cookies and the like are masked'),
    response_body: z.string().nullable().describe('The first 4 KiB'),
    error: z.string().nullable(),
  })
  .meta({ id: 'WebhookDeliveryAttempt' })

export const DeliveryDetail = Delivery.extend({
  request_body: z
    .string()
    .nullable()
    .describe('What is sent, the same bytes with every attempt; null once the event is no longer kept'),
  attempts_made: z
    .array(DeliveryAttempt)
    .describe('The 50 newest, newest first. One that was lost with its process is not among them'),
}).meta({ id: 'WebhookDeliveryDetail' })
