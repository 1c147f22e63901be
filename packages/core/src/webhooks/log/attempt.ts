import { z } from 'zod'
import { OutputId, Timestamp } from '../../fields/fields.ts'
import { PAYLOADS } from '../contract.ts'
import { Delivery } from '../endpoint.ts'

const Headers = z.record(z.string(), z.string())

/** An attempt to make a delivery, with request and response. */
export const DeliveryAttempt = z
  .object({
    id: OutputId,
    number: z.int().describe('From 1; restarts when the delivery is resent manually'),
    started_at: Timestamp,
    duration_ms: z.int(),
    address: z.string().nullable().describe('IP address of the receiver; null if no connection was made'),
    request: z
      .object({ url: z.string(), headers: Headers, payload: z.enum(PAYLOADS) })
      .describe('As sent; values of custom headers are masked'),
    response_status: z.int().nullable(),
    response_headers: Headers.nullable().describe('The first 4 KiB; cookies and similar headers are masked'),
    response_body: z.string().nullable().describe('The first 4 KiB'),
    error: z.string().nullable(),
  })
  .meta({ id: 'WebhookDeliveryAttempt' })

export const DeliveryDetail = Delivery.extend({
  request_body: z
    .string()
    .nullable()
    .describe('The payload, identical for every attempt; null once the event has been removed'),
  attempts_made: z
    .array(DeliveryAttempt)
    .describe('The 50 most recent, newest first. Attempts interrupted by a crash are not included'),
}).meta({ id: 'WebhookDeliveryDetail' })
