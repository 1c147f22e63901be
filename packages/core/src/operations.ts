import { createUser } from './access/account/create-user.ts'
import { changePassword, getAccount, listOwnMemberships, updateAccount } from './access/account/operations.ts'
import { listAuditEntries } from './access/audit/operations.ts'
import { acceptInvitation, getInvitation, joinWorkspace } from './access/invitations/accept.ts'
import {
  createInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from './access/invitations/operations.ts'
import { changeMemberRole, listMembers, removeMember, transferOwnership } from './access/members/operations.ts'
import {
  createApplication,
  deleteApplication,
  listApplications,
  rotateApplicationSecret,
  updateApplication,
} from './access/oauth/application-operations.ts'
import { listConnections, revokeConnection } from './access/oauth/connection-operations.ts'
import {
  changeWorkspacePlan,
  createApiKey,
  createFirstWorkspace,
  createWorkspace,
  listApiKeys,
  listWorkspaces,
  revokeApiKey,
} from './access/operations.ts'
import {
  confirmSecondFactor,
  getSecondFactorOffer,
  offerSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './access/second-factor/operations.ts'
import {
  checkPasswordLink,
  issuePasswordLink,
  requestPasswordLink,
  resetPassword,
} from './access/sign-in/password-link.ts'
import { listSessions, revokeOtherSessions, revokeSession } from './access/sign-in/sessions.ts'
import { checkSetUpLink, issueSetUpLink, setUpInstance } from './access/sign-in/set-up.ts'
import { finishSignIn, signIn } from './access/sign-in/sign-in.ts'
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
import { completeOwnStep, submitForm, submitScore, uploadFile, viewGuide } from './player/operations.ts'
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
  viewGuide,
  completeOwnStep,
  submitForm,
  uploadFile,
  submitScore,
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
  changeWorkspacePlan,
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
  issueSetUpLink,
  checkSetUpLink,
  setUpInstance,
  signIn,
  finishSignIn,
  issuePasswordLink,
  requestPasswordLink,
  checkPasswordLink,
  resetPassword,
  getAccount,
  updateAccount,
  changePassword,
  listOwnMemberships,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  offerSecondFactor,
  getSecondFactorOffer,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  createUser,
  listMembers,
  changeMemberRole,
  removeMember,
  transferOwnership,
  listInvitations,
  createInvitation,
  resendInvitation,
  revokeInvitation,
  getInvitation,
  acceptInvitation,
  joinWorkspace,
  listAuditEntries,
  // Their inputs and outputs differ; whoever walks the list treats them by their schemas.
] as unknown as readonly Operation[]
