export { createUser } from './access/account/create-user.ts'
export { changePassword, getAccount, listOwnMemberships, updateAccount } from './access/account/operations.ts'
export { listAuditEntries } from './access/audit/operations.ts'
export { acceptInvitation, getInvitation, joinWorkspace } from './access/invitations/accept.ts'
export {
  createInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from './access/invitations/operations.ts'
export { changeMemberRole, listMembers, removeMember, transferOwnership } from './access/members/operations.ts'
export {
  createApplication,
  deleteApplication,
  listApplications,
  rotateApplicationSecret,
  updateApplication,
} from './access/oauth/application-operations.ts'
export { claimAssertion } from './access/oauth/assertions.ts'
export { type AuthorizationRequest, authorizationRequest } from './access/oauth/authorization-request.ts'
export { AUTH_METHODS, type AuthMethod, type Client } from './access/oauth/client.ts'
export { hasSecret } from './access/oauth/clients.ts'
export { listConnections, revokeConnection } from './access/oauth/connection-operations.ts'
export { askConsent, giveConsent, pendingConsent, refuseConsent } from './access/oauth/consent.ts'
export { invalidClient, OAuthError, type OAuthErrorCode } from './access/oauth/error.ts'
export { findClient, findKnownClient } from './access/oauth/find-client.ts'
export { introspectToken } from './access/oauth/introspect.ts'
export { redeemCode } from './access/oauth/redeem.ts'
export { isLoopback, isRegistered } from './access/oauth/redirect-uri.ts'
export { refreshTokens } from './access/oauth/refresh.ts'
export { registerClient } from './access/oauth/registration.ts'
export { mcpResource } from './access/oauth/resource.ts'
export { revokeToken } from './access/oauth/revoke.ts'
export { scopeText } from './access/oauth/scope.ts'
export {
  changeWorkspacePlan,
  createApiKey,
  createFirstWorkspace,
  createWorkspace,
  listApiKeys,
  listWorkspaces,
  revokeApiKey,
} from './access/operations.ts'
export { Plan } from './access/plans.ts'
export type { Allowance, RateLimit, RateLimiter } from './access/rate-limits.ts'
export { GRANTED_ROLES, ROLES, rightsOf } from './access/rights.ts'
export {
  confirmSecondFactor,
  getSecondFactorOffer,
  offerSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './access/second-factor/operations.ts'
export type { SignedInSession } from './access/sign-in/open-session.ts'
export {
  checkPasswordLink,
  issuePasswordLink,
  requestPasswordLink,
  resetPassword,
} from './access/sign-in/password-link.ts'
export { listSessions, revokeOtherSessions, revokeSession } from './access/sign-in/sessions.ts'
export { checkSetUpLink, issueSetUpLink, setUpInstance } from './access/sign-in/set-up.ts'
export { finishSignIn, signIn } from './access/sign-in/sign-in.ts'
export type { Audience } from './access/tokens.ts'
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
export { isLoopbackHost } from './loopback.ts'
export { type MailOptions, verifyMail } from './mail/mailer.ts'
export { type Invoked, invoke, type Method, type Operation, requireAccess } from './operation.ts'
export { OPERATIONS } from './operations.ts'
export {
  createOrganisation,
  deleteOrganisation,
  getOrganisation,
  listOrganisations,
  updateOrganisation,
} from './organisations/operations.ts'
export { completeOwnStep, submitForm, submitScore, uploadFile, viewGuide } from './player/operations.ts'
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
export { eventBody, listEventTypes } from './webhooks/event-types.ts'
export { exampleOf } from './webhooks/examples.ts'
export {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from './webhooks/operations.ts'
export { testWebhookEndpoint } from './webhooks/test-operation.ts'
