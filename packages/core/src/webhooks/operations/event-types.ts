import { z } from 'zod'
import { showReference } from '../../fields/reference.ts'
import { operation } from '../../operation/operation.ts'
import { eventBody, exampleOf } from '../events/catalogue.ts'
import { EVENT_DESCRIPTIONS, EVENT_TYPES } from '../events/types.ts'

const EventTypeRecord = z
  .object({
    name: z.enum(EVENT_TYPES).meta({ reference: 'Type as it stands in `events` of an endpoint.' }),
    description: z.string().meta({ reference: 'When it is sent, in a sentence.' }),
    schema: z.record(z.string(), z.unknown()).meta({ reference: 'JSON Schema of the request body.' }),
    example: z.record(z.string(), z.unknown()).meta({ reference: 'A request body as an example.' }),
  })
  .meta({ id: 'EventType', reference: 'A type of events, with the schema of what is sent.' })

/** Later releases add fields: receivers that validate payloads must accept them. */
function allowingMore(converted: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { jsonSchema } = converted
  showReference(converted)
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

let described: z.output<typeof EventTypeRecord>[] | undefined

/** The same for everybody, and slow to make: the schemas are converted once. */
function describeEventTypes(): z.output<typeof EventTypeRecord>[] {
  described ??= EVENT_TYPES.map((name) => ({
    name,
    description: EVENT_DESCRIPTIONS[name],
    schema: { ...z.toJSONSchema(eventBody(name), { io: 'output', unrepresentable: 'any', override: allowingMore }) },
    example: { ...exampleOf(name) },
  }))
  return described
}

export const listEventTypes = operation({
  name: 'list_event_types',
  summary: 'List the event types that an endpoint can subscribe to',
  description: 'Each type has the JSON Schema of what is sent, and an example.',
  access: 'webhooks:manage',
  does: ['reads'],
  route: 'GET /webhook_endpoints/event_types',
  status: 200,
  input: z.strictObject({}),
  output: z.object({ data: z.array(EventTypeRecord).meta({ reference: 'All types of events.' }) }),
  run: async () => ({ data: describeEventTypes() }),
})
