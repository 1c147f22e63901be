export { networkOf } from './access/network.ts'
export type { Allowance, RateLimit, RateLimiter } from './access/rate-limits.ts'
export { GRANTED_ROLES, rightsOf } from './access/rights.ts'
export { ALL_SCOPES, oauthScope, parseScope, SCOPE_NAMES, SCOPES, type Scope } from './access/scopes.ts'
export { listGuideFigures } from './analytics/operations/figures.ts'
export { getGuideAnalytics } from './analytics/operations.ts'
export { createApiKey, getMe, listApiKeys, revokeApiKey } from './api-keys/operations.ts'
export { listAuditEntries } from './audit/operations.ts'
export type { Audience, Caller } from './caller.ts'
export { listChanges } from './changes/operations.ts'
export { deleteContacts, moveContacts, restoreContacts } from './contacts/operations/bulk.ts'
export { createContact, deleteContact, putContact, updateContact } from './contacts/operations/change.ts'
export { getContact, listContacts, searchContacts } from './contacts/operations/read.ts'
export type { Context } from './context.ts'
export { type InterfaceLanguage, ROLES } from './contract/contract.ts'
export { LANGUAGES, type Language } from './contract/languages.ts'
export { getEmail, listEmails, resendEmail } from './emails/operations/outbox.ts'
export { sendInvitation } from './emails/operations/send-invitation.ts'
export { sendReminder } from './emails/operations/send-reminder.ts'
export { getMailSettings, sendTestEmail } from './emails/operations/test.ts'
export { type MailOptions, verifyMail } from './emails/transport.ts'
export { getSubscription, resubscribe, unsubscribe } from './emails/unsubscribe/operations.ts'
export { createEnrollment, deleteEnrollment, updateEnrollment } from './enrollments/operations/change.ts'
export { completeStep } from './enrollments/operations/complete-step.ts'
export { listLatestEnrollments } from './enrollments/operations/latest.ts'
export { getEnrollment, listEnrollments } from './enrollments/operations/read.ts'
export { getEnrollmentSteps } from './enrollments/operations/steps.ts'
export { AppError, ERROR_STATUS, type ErrorCode, notFound, type Reason, validationError } from './errors.ts'
export { eraseContact } from './exports/operations/erase.ts'
export { createExport, openExport } from './exports/operations/export.ts'
export { type FieldError, type FieldErrorCode, type FieldErrors, fieldError, MOST_TOLD } from './field-errors.ts'
export { showsSecret } from './fields/fields.ts'
export { isBucketUrl, parseBucketUrl } from './files/content/bucket/address.ts'
export { copyContents } from './files/content/copy.ts'
export { verifyContents } from './files/content/verify.ts'
export { MOST_FILES, type UploadLimits, uploadLimits } from './files/limits.ts'
export { downloadFile } from './files/operations/download.ts'
export { deleteFile, listFiles } from './files/operations/manage.ts'
export { removeOwnFile } from './files/operations/own.ts'
export { uploadFile } from './files/operations/upload.ts'
export { beginUpload, continueUpload, dropUpload, getUpload } from './files/resumable/operations.ts'
export { deleteGuide, discardGuideChanges, duplicateGuide, listAllGuides } from './guides/operations/manage.ts'
export { getGuideVersion, listGuideVersions, restoreGuideVersion } from './guides/operations/versions.ts'
export {
  archiveGuide,
  createGuide,
  getGuide,
  getGuideDraft,
  listGuides,
  publishGuide,
  updateGuide,
} from './guides/operations.ts'
export { leaveDraft, notePresence } from './guides/presence/operations.ts'
export { getReplacedDraft, listReplacedDrafts } from './guides/replaced/operations.ts'
export { type Bound, createHandrail, type Handrail, type HandrailOptions } from './handrail.ts'
export { createImport } from './imports/operations/create.ts'
export { getImport, listImportRows, listImports } from './imports/operations/read.ts'
export { checkImport, continueImport, discardImport, runImport, undoImport } from './imports/operations/work.ts'
export { isLoopbackHost } from './loopback.ts'
export { getMediaSizes, listMedia, MOST_SIZES, openMedia } from './media/operations/open.ts'
export { uploadMedia } from './media/operations/upload.ts'
export { answerMessage, listMessages, markMessagesRead } from './messages/operations/manage.ts'
export { askQuestion, listOwnMessages } from './messages/operations/own.ts'
export { requestNewLink } from './messages/operations/request-link.ts'
export {
  continueGuideMove,
  createGuideMove,
  getGuideMove,
  listGuideMoves,
  runGuideMove,
} from './moves/operations.ts'
export { mcpResource } from './oauth/audience.ts'
export { claimAssertion } from './oauth/clients/assertions.ts'
export { AUTH_METHODS, type AuthMethod, type Client, type KnownClient, mixesScripts } from './oauth/clients/client.ts'
export { findClient, findKnownClient } from './oauth/clients/find-client.ts'
export { isLoopback, isRegistered } from './oauth/clients/redirect-uri.ts'
export { registerClient } from './oauth/clients/registration.ts'
export { hasSecret } from './oauth/clients/store.ts'
export { type AuthorizationRequest, authorizationRequest } from './oauth/consent/authorization-request.ts'
export { askConsent, giveConsent, pendingConsent, refuseConsent } from './oauth/consent/consent.ts'
export { invalidClient, OAuthError, type OAuthErrorCode } from './oauth/error.ts'
export {
  createApplication,
  deleteApplication,
  listApplications,
  rotateApplicationSecret,
  updateApplication,
} from './oauth/operations/applications.ts'
export { listConnections, revokeConnection } from './oauth/operations/connections.ts'
export { scopeText } from './oauth/scope.ts'
export { introspectToken } from './oauth/tokens/introspect.ts'
export { redeemCode } from './oauth/tokens/redeem.ts'
export { refreshTokens } from './oauth/tokens/refresh.ts'
export { revokeToken } from './oauth/tokens/revoke.ts'
export type { Conditions } from './operation/conditions.ts'
export { etagOf, recordTag } from './operation/etag.ts'
export { type Invoked, invoke, requireAccess } from './operation/invoke.ts'
export type { InputOf, Method, Operation, OutputOf } from './operation/operation.ts'
export { OPERATIONS } from './operations.ts'
export {
  createOrganisation,
  deleteOrganisation,
  getOrganisation,
  listOrganisationNames,
  listOrganisations,
  putOrganisation,
  updateOrganisation,
} from './organisations/operations.ts'
export { getOverview, listAttention } from './overview/operations.ts'
export {
  changePassword,
  createUser,
  getAccount,
  listOwnMemberships,
  updateAccount,
} from './people/account/operations.ts'
export { acceptInvitation, getInvitation, joinWorkspace } from './people/invitations/operations/accept.ts'
export {
  createInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from './people/invitations/operations/invite.ts'
export {
  changeMemberRole,
  getOwnMembership,
  listColleagues,
  listMembers,
  removeMember,
  transferOwnership,
} from './people/members/operations.ts'
export {
  confirmSecondFactor,
  getSecondFactorOffer,
  offerSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './people/second-factor/operations.ts'
export type { SignedInSession } from './people/sign-in/open-session.ts'
export {
  checkPasswordLink,
  issuePasswordLink,
  requestPasswordLink,
  resetPassword,
} from './people/sign-in/operations/password-link.ts'
export { listSessions, revokeOtherSessions, revokeSession } from './people/sign-in/operations/sessions.ts'
export { checkSetUpLink, issueSetUpLink, setUpInstance } from './people/sign-in/operations/set-up.ts'
export { finishSignIn, signIn } from './people/sign-in/operations/sign-in.ts'
export { saveDraft, tickItem } from './player/operations/drafts.ts'
export { chooseLanguage, openOwnGuide } from './player/operations/open.ts'
export { previewGuide } from './player/operations/preview.ts'
export { readOwnGuide } from './player/operations/read.ts'
export { submitScore } from './player/operations/score.ts'
export { completeOwnStep, submitForm } from './player/operations/steps.ts'
export type { Examples, Resource } from './resource.ts'
export { RESOURCES } from './resources.ts'
export { fillWithSample, SAMPLE_NAME } from './sample/fill-with-sample.ts'
export { isRightSecret } from './secret/check.ts'
export type { Settings } from './settings.ts'
export { backupSqlite, noteBackup } from './storage/backup.ts'
export { type DeliveryFigures, ENDPOINT_STATES } from './storage/delivery-figures.ts'
export { type Inspection, inspectDatabase } from './storage/inspect.ts'
export type { MailFigures } from './storage/mail-figures.ts'
export { isPostgresUrl, pendingMigrations } from './storage/open.ts'
export { lockSqlite } from './storage/sqlite.ts'
export { passingFault } from './storage/unavailable.ts'
export { createTurns } from './turns/turns.ts'
export { eventBody, exampleOf } from './webhooks/events/catalogue.ts'
export { EVENT_DESCRIPTIONS, EVENT_TYPES, type EventType } from './webhooks/events/types.ts'
export type { DeliveryWatcher } from './webhooks/figures/watch.ts'
export { getWebhookActivity } from './webhooks/operations/activity.ts'
export {
  enableWebhookEndpoint,
  pauseWebhookEndpoint,
  rotateWebhookSecret,
} from './webhooks/operations/control.ts'
export { getWebhookDelivery, listWebhookDeliveries, resendWebhookDelivery } from './webhooks/operations/deliveries.ts'
export {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from './webhooks/operations/endpoints.ts'
export { listEventTypes } from './webhooks/operations/event-types.ts'
export { getEvent, listEvents } from './webhooks/operations/events.ts'
export { getWebhookRecovery, listWebhookRecoveries, recoverWebhookEndpoint } from './webhooks/operations/recoveries.ts'
export { resendWebhookDeliveries } from './webhooks/operations/resend-some.ts'
export { testWebhookEndpoint } from './webhooks/operations/test.ts'
export { forwardedDelivery, forwardingSecret } from './webhooks/sending/forward.ts'
export { addSampleWorkspace } from './workspaces/operations/add-sample.ts'
export { listBackups } from './workspaces/operations/backups.ts'
export {
  changeWorkspacePlan,
  createFirstWorkspace,
  createWorkspace,
  deleteWorkspace,
  listWorkspaces,
} from './workspaces/operations/instance.ts'
export { getLogo, removeLogo, setLogo } from './workspaces/operations/logo.ts'
export { deleteOwnWorkspace, getWorkspace, updateWorkspace } from './workspaces/operations/own-workspace.ts'
export { getPlan } from './workspaces/operations/plan.ts'
export { Plan } from './workspaces/plans.ts'
