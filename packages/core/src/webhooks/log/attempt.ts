import { z } from 'zod'
import { OwnId, Timestamp } from '../../fields/fields.ts'
import { PAYLOADS } from '../contract.ts'
import { Delivery } from '../endpoint.ts'

const Headers = z.record(z.string(), z.string())

/** An attempt to make a delivery, with request and response. */
export const DeliveryAttempt = z
  .object({
    id: OwnId,
    number: z
      .int()
      .describe('From 1; restarts when the delivery is resent manually')
      .meta({ reference: 'Number of the attempt, from 1; it begins anew when the delivery is resent by hand.' }),
    started_at: Timestamp.meta({ reference: 'When the attempt began.' }),
    duration_ms: z.int().meta({ reference: 'How long it took.' }),
    address: z
      .string()
      .nullable()
      .describe('IP address of the receiver; null if no connection was made')
      .meta({ reference: 'IP address of the receiver; `null` if no connection was made.' }),
    request: z
      .object({
        url: z.string().meta({ reference: 'Address at that time.' }),
        headers: Headers.meta({ reference: 'Headers by name, in lower case.' }),
        payload: z.enum(PAYLOADS).meta({ reference: 'Whether `data` was the record (`full`) or its ids (`ids`).' }),
      })
      .describe('As sent; values of custom headers are masked'),
    response_status: z.int().nullable().meta({ reference: 'HTTP status of the answer; `null` if there was none.' }),
    response_headers: Headers.nullable()
      .describe('The first 4 KiB; cookies and similar headers are masked')
      .meta({ reference: 'Headers of the answer, up to 4 KiB; cookies and the like are masked.' }),
    response_body: z
      .string()
      .nullable()
      .describe('The first 4 KiB')
      .meta({ reference: 'Body of the answer, up to 4 KiB; `null` if there was none.' }),
    error: z.string().nullable().meta({ reference: 'Why the attempt failed; `null` if it did not.' }),
  })
  .meta({ id: 'WebhookDeliveryAttempt', reference: 'One attempt to deliver an event.' })

export const DeliveryDetail = Delivery.extend({
  request_body: z
    .string()
    .nullable()
    .describe('The payload, identical for every attempt; null once the event has been removed'),
  attempts_made: z
    .array(DeliveryAttempt)
    .describe('The 50 most recent, newest first. Attempts interrupted by a crash are not included'),
}).meta({ id: 'WebhookDeliveryDetail', reference: 'A delivery with its payload and all attempts.' })
