export type * from '../generated/events.ts'
export type * from '../generated/fields.ts'
export type { Operations } from '../generated/operations.ts'
export type * from '../generated/records.ts'
export type { Batches, BatchOptions, BatchResult, Done } from './batches.ts'
export { type Client, createClient } from './client.ts'
export {
  AlreadyEnrolledError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  HandrailError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  PreconditionFailedError,
  PreconditionRequiredError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
  WebhookVerificationError,
} from './errors.ts'
export type { List, Page } from './lists.ts'
export type { CallOptions, ClientOptions } from './options.ts'
export { verifyWebhook, type WebhookEvent, type WebhookHeaders } from './webhooks.ts'
