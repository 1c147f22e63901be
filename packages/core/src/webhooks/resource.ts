import { z } from 'zod'
import { exampleId, exampleTimes } from '../fields/example.ts'
import { event, resource } from '../resource.ts'
import { eventsContract, webhookEndpointsContract } from './contract.ts'
import { WebhookEndpoint } from './endpoint.ts'

const example: WebhookEndpoint = {
  id: exampleId(5),
  url: 'https://receiver.example.com/hook',
  events: ['enrollment.*'],
  description: 'CRM',
  guide_ids: null,
  organisation_ids: [exampleId(2)],
  payload: 'full',
  payload_version: 1,
  max_concurrency: 8,
  max_per_second: 50,
  shows_links: true,
  header_names: ['authorization'],
  status: 'disabled',
  disabled_reason: 'gone',
  ...exampleTimes,
}

const enabled: WebhookEndpoint = { ...example, status: 'enabled', disabled_reason: null }

const Test = z
  .object({ message: z.string().meta({ reference: 'A sentence that says that this is a test.' }) })
  .meta({ reference: 'A greeting to the endpoint.' })

/** Rows of the log of the last weeks, which has operations of its own. */
const LOG = { from: 'all', because: 'it is a log with a retention of weeks' } as const

export const webhookEndpoints = resource(webhookEndpointsContract, {
  tables: {
    webhook_endpoints: { of: 'workspace', omit: ['former_secrets'] },
    webhook_subscriptions: {
      of: 'workspace',
      unarchived: { from: 'all', because: 'endpoints name what they subscribe to' },
    },
    webhook_paces: { of: 'workspace', unarchived: { from: 'all', because: 'it is valid for seconds' } },
    webhook_recoveries: { of: 'workspace', unarchived: LOG },
    webhook_deliveries: { of: 'workspace', unarchived: LOG },
    webhook_attempts: { of: 'workspace', unarchived: LOG },
  },
  section: { name: 'Webhook endpoints', record: 'The endpoint.', description: 'URLs that receive events.' },
  events: {
    'webhook_endpoint.disabled': event(WebhookEndpoint, example),
    'webhook_endpoint.failing': event(WebhookEndpoint, enabled),
    'webhook_endpoint.recovered': event(WebhookEndpoint, enabled),
    'webhook.test': event(Test, { message: 'This is a test. Your endpoint received it.' }),
  },
  examples: {
    record: example,
    body: { url: example.url, events: ['*'], headers: { authorization: 'Bearer of-the-receiver' } },
    changes: { description: 'Warehouse' },
  },
})

export const events = resource(eventsContract, {
  tables: {
    events: { of: 'workspace', unarchived: LOG },
  },
  section: {
    name: 'Events',
    record: 'The event: `evt_` and 32 hexadecimal digits.',
    description: 'Events, and their deliveries to webhook endpoints.',
  },
})
