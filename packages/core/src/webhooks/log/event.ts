import { z } from 'zod'
import { OutputId, Timestamp } from '../../fields/fields.ts'
import { Delivery } from '../endpoint.ts'

/** A delivery as its event shows it: where it goes. */
export const EventDelivery = Delivery.omit({ event_id: true, event: true, response_body: true })
  .extend({ endpoint_id: OutputId })
  .meta({ id: 'EventDelivery' })

export const EventRecord = z
  .object({
    id: z.string(),
    event: z.string().describe('Its type'),
    timestamp: Timestamp.describe('When it happened'),
    sequence: z
      .int()
      .describe(
        'Grows with every change of one record: of two events about it, the one with the higher number is the later',
      ),
    data: z.record(z.string(), z.unknown()).describe('As it was when it happened'),
    deliveries: z.array(EventDelivery).describe('By endpoint, the first 10 in a list and the first 100 of one event'),
  })
  .meta({ id: 'Event' })
