import type { EventType } from '@handrail/core'
import { EVENT_DESCRIPTIONS, eventBody, exampleOf } from '@handrail/core/internal'
import type { Schema, Schemas } from './schemas.ts'

const SIGNATURE = [
  ['webhook-id', 'ID of the event, the same for every attempt'],
  ['webhook-timestamp', 'Unix time of the attempt in seconds'],
  ['webhook-signature', 'Signatures by the current signing secrets (Standard Webhooks)'],
] as const

/** Describes the payload of an event type that webhook endpoints receive. */
export function describeWebhook(name: EventType, schemas: Schemas): Schema {
  return { post: describeEvent(name, schemas) }
}

function describeEvent(name: EventType, schemas: Schemas): Schema {
  return {
    operationId: `on_${name.replace('.', '_')}`,
    summary: EVENT_DESCRIPTIONS[name],
    description: `Sent to endpoints that subscribe to \`${name}\`. Any 2xx answer within 15 seconds is success.`,
    tags: ['Webhook endpoints'],
    security: [],
    parameters: SIGNATURE.map(([header, description]) => ({
      name: header,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.output(eventBody(name)), example: exampleOf(name) } },
    },
    responses: { '2XX': { description: 'Received' } },
  }
}
