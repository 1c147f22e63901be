import {
  createApplication,
  deleteApplication,
  listApplications,
  rotateApplicationSecret,
  updateApplication,
} from './access/oauth/application-operations.ts'
import { listConnections, revokeConnection } from './access/oauth/connection-operations.ts'
import {
  createApiKey,
  createFirstWorkspace,
  createWorkspace,
  listApiKeys,
  listWorkspaces,
  revokeApiKey,
} from './access/operations.ts'
import {
  createContact,
  deleteContact,
  getContact,
  listContacts,
  searchContacts,
  updateContact,
} from './contacts/operations.ts'
import { completeStep } from './enrollments/complete-step.ts'
import {
  createEnrollment,
  deleteEnrollment,
  getEnrollment,
  listEnrollments,
  updateEnrollment,
} from './enrollments/operations.ts'
import { archiveGuide, createGuide, getGuide, listGuides, publishGuide, updateGuide } from './guides/operations.ts'
import type { Operation } from './operation.ts'
import {
  createOrganisation,
  deleteOrganisation,
  getOrganisation,
  listOrganisations,
  updateOrganisation,
} from './organisations/operations.ts'
import {
  enableWebhookEndpoint,
  pauseWebhookEndpoint,
  recoverWebhookEndpoint,
  rotateWebhookSecret,
} from './webhooks/control.ts'
import { listWebhookDeliveries, resendWebhookDelivery } from './webhooks/delivery-operations.ts'
import { listEventTypes } from './webhooks/event-types.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from './webhooks/operations.ts'
import { testWebhookEndpoint } from './webhooks/test-operation.ts'

/** Everything that the product can do. The order is that of the tools and of the reference page. */
export const OPERATIONS = [
  listContacts,
  searchContacts,
  getContact,
  createContact,
  updateContact,
  deleteContact,
  listOrganisations,
  getOrganisation,
  createOrganisation,
  updateOrganisation,
  deleteOrganisation,
  listEnrollments,
  getEnrollment,
  createEnrollment,
  updateEnrollment,
  deleteEnrollment,
  completeStep,
  listGuides,
  getGuide,
  createGuide,
  updateGuide,
  publishGuide,
  archiveGuide,
  listWebhookEndpoints,
  getWebhookEndpoint,
  createWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  testWebhookEndpoint,
  pauseWebhookEndpoint,
  enableWebhookEndpoint,
  rotateWebhookSecret,
  listWebhookDeliveries,
  resendWebhookDelivery,
  recoverWebhookEndpoint,
  listEventTypes,
  createWorkspace,
  createFirstWorkspace,
  listWorkspaces,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  createApplication,
  listApplications,
  updateApplication,
  rotateApplicationSecret,
  deleteApplication,
  listConnections,
  revokeConnection,
  // Their inputs and outputs differ; whoever walks the list treats them by their schemas.
] as unknown as readonly Operation[]
