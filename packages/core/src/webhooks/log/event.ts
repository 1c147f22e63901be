import { z } from 'zod'
import { OutputId, Timestamp } from '../../fields/fields.ts'
import { Delivery } from '../endpoint.ts'

/** A delivery in its event: the endpoint and the status. */
export const EventDelivery = Delivery.omit({ event_id: true, event: true, response_body: true })
  .extend({ endpoint_id: OutputId.meta({ reference: 'The endpoint that receives it.' }) })
  .meta({ id: 'EventDelivery', reference: 'The delivery of an event to one endpoint.' })

export const EventRecord = z
  .object({
    id: z.string().meta({ reference: 'Identifies the event, as in the `webhook-id` header.' }),
    event: z.string().describe('Type of the event'),
    timestamp: Timestamp.describe('When it happened').meta({ reference: 'Time of the event.' }),
    sequence: z
      .int()
      .describe(
        'Increases with every change of a record: of two events about the same record, the higher number is the later',
      ),
    data: z
      .record(z.string(), z.unknown())
      .describe('The record at the time of the event')
      .meta({ reference: 'The record at the time of the event; see the schema of the type.' }),
    deliveries: z.array(EventDelivery).describe('One per endpoint: up to 10 in lists, up to 100 for a single event'),
  })
  .meta({ id: 'Event', reference: 'Something that happened, with the record at that time.' })
