import { getWebhookActivity } from '../webhooks/operations/activity.ts'
import { enableWebhookEndpoint, pauseWebhookEndpoint, rotateWebhookSecret } from '../webhooks/operations/control.ts'
import { getWebhookDelivery, listWebhookDeliveries, resendWebhookDelivery } from '../webhooks/operations/deliveries.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from '../webhooks/operations/endpoints.ts'
import { listEventTypes } from '../webhooks/operations/event-types.ts'
import { getEvent, listEvents } from '../webhooks/operations/events.ts'
import { getWebhookRecovery, listWebhookRecoveries, recoverWebhookEndpoint } from '../webhooks/operations/recoveries.ts'
import { resendWebhookDeliveries } from '../webhooks/operations/resend-some.ts'
import { testWebhookEndpoint } from '../webhooks/operations/test.ts'

/** Webhook endpoints, deliveries and events. A part of `operations.ts`. */
export const webhooksOperations = {
  listWebhookEndpoints,
  getWebhookEndpoint,
  createWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  testWebhookEndpoint,
  pauseWebhookEndpoint,
  enableWebhookEndpoint,
  rotateWebhookSecret,
  getWebhookActivity,
  listWebhookDeliveries,
  getWebhookDelivery,
  resendWebhookDelivery,
  resendWebhookDeliveries,
  recoverWebhookEndpoint,
  listWebhookRecoveries,
  getWebhookRecovery,
  listEvents,
  getEvent,
  listEventTypes,
}
