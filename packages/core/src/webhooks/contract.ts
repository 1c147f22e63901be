import { contract } from '../contract/contract.ts'

export const ENDPOINT_STATUSES = ['enabled', 'paused', 'disabled'] as const
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number]

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'skipped'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/**
 * The condition on which a pending delivery waits: the time of its next attempt, an endpoint that cannot be sent to now, or a
 * turn alone, because it may end its process.
 */
export type DeliveryWaitsFor = 'time' | 'endpoint' | 'alone'

export const RECOVERY_STATUSES = ['running', 'done'] as const

/** The payload formats of events: the whole record, or only its ids. */
export const PAYLOADS = ['full', 'ids'] as const
export type Payload = (typeof PAYLOADS)[number]

export const webhookEndpointsContract = contract({
  name: 'webhook_endpoints',
  label: { en: 'Webhooks', de: 'Webhooks' },
  rights: {
    'webhooks:manage': {
      holder: 'admin',
      scope: {
        description: 'Manage webhook endpoints',
        name: { en: 'Manage webhooks', de: 'Webhooks verwalten' },
        effects: ['forwards'],
      },
    },
  },
  events: {
    'webhook_endpoint.disabled': 'A webhook endpoint was disabled',
    'webhook_endpoint.failing': 'Deliveries to a webhook endpoint keep failing; further ones are on hold',
    'webhook_endpoint.recovered': 'Deliveries to a failing webhook endpoint succeed again',
    'webhook.test': 'A test was requested',
  },
  read: 'webhooks:manage',
  reads: {
    getWebhookEndpoint: { webhook_endpoints: 'same' },
    getWebhookActivity: { webhook_endpoints: 'same' },
    listWebhookEndpoints: { webhook_endpoints: 'any' },
    listWebhookDeliveries: { webhook_endpoints: 'any' },
    getWebhookDelivery: {},
    listWebhookRecoveries: {},
    getWebhookRecovery: {},
  },
})

export const eventsContract = contract({
  name: 'events',
  // Members who manage endpoints can subscribe to all events.
  rights: {},
  reads: {
    listEvents: {},
    getEvent: {},
    listEventTypes: {},
  },
})
