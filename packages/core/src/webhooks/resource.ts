import { z } from 'zod'
import { exampleId, exampleTimes } from '../fields/example.ts'
import { event, resource } from '../resource.ts'
import { WebhookEndpoint } from './endpoint.ts'

const example: WebhookEndpoint = {
  id: exampleId(5),
  url: 'https://receiver.example.com/hook',
  events: ['enrollment.*'],
  description: 'CRM',
  guide_ids: null,
  organisation_ids: [exampleId(2)],
  payload: 'full',
  max_concurrency: 8,
  max_per_second: 50,
  header_names: ['authorization'],
  status: 'disabled',
  disabled_reason: 'gone',
  ...exampleTimes,
}

const enabled: WebhookEndpoint = { ...example, status: 'enabled', disabled_reason: null }

const Test = z.object({ message: z.string() })

export const webhookEndpoints = resource({
  name: 'webhook_endpoints',
  tag: { name: 'Webhook endpoints', description: 'Addresses that are told of events.' },
  rights: { 'webhooks:manage': { holder: 'admin', scope: 'Manage webhook endpoints' } },
  events: {
    'webhook_endpoint.disabled': event('A webhook endpoint was disabled', WebhookEndpoint, example),
    'webhook_endpoint.failing': event(
      'Deliveries to a webhook endpoint have failed so often that the others wait',
      WebhookEndpoint,
      enabled,
    ),
    'webhook_endpoint.recovered': event('Deliveries to such an endpoint succeed again', WebhookEndpoint, enabled),
    'webhook.test': event('A test was asked for', Test, { message: 'This is a test. Your endpoint received it.' }),
  },
  examples: {
    record: example,
    body: { url: example.url, events: ['*'], headers: { authorization: 'Bearer of-the-receiver' } },
    changes: { description: 'Warehouse' },
  },
})

export const events = resource({
  name: 'events',
  tag: { name: 'Events', description: 'What happened, and who was told of it.' },
  // Whoever manages endpoints can have all of it sent.
  rights: {},
})
