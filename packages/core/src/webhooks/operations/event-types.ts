import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { eventBody, exampleOf } from '../events/catalogue.ts'
import { EVENT_DESCRIPTIONS, EVENT_TYPES } from '../events/types.ts'

const EventTypeRecord = z
  .object({
    name: z.enum(EVENT_TYPES),
    description: z.string(),
    schema: z.record(z.string(), z.unknown()),
    example: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'EventType' })

/** Later releases add fields: receivers that validate payloads must accept them. */
function allowingMore({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

export const listEventTypes = operation({
  name: 'list_event_types',
  summary: 'List the event types that an endpoint can subscribe to',
  description: 'An extension. Includes the JSON Schema of each payload and an example.',
  access: 'webhooks:manage',
  route: 'GET /webhook_endpoints/event_types',
  status: 200,
  input: z.strictObject({}),
  output: z.object({ data: z.array(EventTypeRecord) }),
  run: async () => ({
    data: EVENT_TYPES.map((name) => ({
      name,
      description: EVENT_DESCRIPTIONS[name],
      schema: { ...z.toJSONSchema(eventBody(name), { io: 'output', unrepresentable: 'any', override: allowingMore }) },
      example: { ...exampleOf(name) },
    })),
  }),
})
