import { createApiKey, getMe, listApiKeys, revokeApiKey } from '../api-keys/operations.ts'
import { getAssistantConfigurations } from '../assistants/operations.ts'
import { listAuditEntries, listInstanceAuditEntries } from '../audit/operations.ts'
import {
  createApplication,
  deleteApplication,
  getApplication,
  listApplications,
  updateApplication,
} from '../oauth/operations/applications.ts'
import { listConnections, revokeConnection } from '../oauth/operations/connections.ts'
import { removeApplicationSecrets, rotateApplicationSecret } from '../oauth/operations/secrets.ts'
import {
  changePassword,
  createUser,
  getAccount,
  listOwnMemberships,
  updateAccount,
} from '../people/account/operations.ts'
import { acceptInvitation, getInvitation, joinWorkspace } from '../people/invitations/operations/accept.ts'
import {
  createInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '../people/invitations/operations/invite.ts'
import {
  changeMemberRole,
  getOwnMembership,
  listColleagues,
  listMembers,
  listTeamMembers,
  removeMember,
  setUnassignedMail,
  transferOwnership,
} from '../people/members/operations.ts'
import {
  confirmSecondFactor,
  getSecondFactorOffer,
  offerSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../people/second-factor/operations.ts'
import {
  checkPasswordLink,
  issuePasswordLink,
  requestPasswordLink,
  resetPassword,
} from '../people/sign-in/operations/password-link.ts'
import { listSessions, revokeOtherSessions, revokeSession } from '../people/sign-in/operations/sessions.ts'
import { checkSetUpLink, getSetUpState, issueSetUpLink, setUpInstance } from '../people/sign-in/operations/set-up.ts'
import { finishSignIn, signIn } from '../people/sign-in/operations/sign-in.ts'

/** Access: keys, applications, accounts and members. A part of `operations.ts`. */
export const accessOperations = {
  getMe,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  createApplication,
  listApplications,
  getApplication,
  updateApplication,
  rotateApplicationSecret,
  removeApplicationSecrets,
  deleteApplication,
  listConnections,
  revokeConnection,
  issueSetUpLink,
  getAssistantConfigurations,
  getSetUpState,
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
  getOwnMembership,
  listColleagues,
  listMembers,
  listTeamMembers,
  setUnassignedMail,
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
  listInstanceAuditEntries,
}
