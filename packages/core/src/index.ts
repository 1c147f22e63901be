export {
  createApiKey,
  createFirstWorkspace,
  createWorkspace,
  listApiKeys,
  listWorkspaces,
  revokeApiKey,
} from './access/operations.ts'
export { Plan } from './access/plans.ts'
export type { Allowance, RateLimit, RateLimiter } from './access/rate-limits.ts'
export type { Conditions } from './conditions.ts'
export {
  createContact,
  deleteContact,
  getContact,
  listContacts,
  searchContacts,
  updateContact,
} from './contacts/operations.ts'
export type { Caller, Context, Settings } from './context.ts'
export { completeStep } from './enrollments/complete-step.ts'
export {
  createEnrollment,
  deleteEnrollment,
  getEnrollment,
  listEnrollments,
  updateEnrollment,
} from './enrollments/operations.ts'
export { AppError, ERROR_STATUS, type ErrorCode, type FieldErrors, notFound, validationError } from './errors.ts'
export { etagOf } from './etag.ts'
export { EVENT_TYPES, type EventType } from './events.ts'
export { archiveGuide, createGuide, getGuide, listGuides, publishGuide, updateGuide } from './guides/operations.ts'
export { type Bound, createHandrail, type Handrail, type HandrailOptions } from './handrail.ts'
export { type Invoked, invoke, type Method, type Operation, requireAccess } from './operation.ts'
export { OPERATIONS } from './operations.ts'
export {
  createOrganisation,
  deleteOrganisation,
  getOrganisation,
  listOrganisations,
  updateOrganisation,
} from './organisations/operations.ts'
export { ALL_SCOPES, oauthScope, parseScope, SCOPES, type Scope } from './scopes.ts'
export { backupSqlite } from './storage/backup.ts'
export { type Inspection, inspectDatabase } from './storage/inspect.ts'
export { isPostgresUrl, pendingMigrations } from './storage/open.ts'
export { lockSqlite } from './storage/sqlite.ts'
export {
  enableWebhookEndpoint,
  pauseWebhookEndpoint,
  recoverWebhookEndpoint,
  rotateWebhookSecret,
} from './webhooks/control.ts'
export { listWebhookDeliveries, resendWebhookDelivery } from './webhooks/delivery-operations.ts'
export { eventSchema, listEventTypes } from './webhooks/event-types.ts'
export {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from './webhooks/operations.ts'
export { testWebhookEndpoint } from './webhooks/test-operation.ts'
