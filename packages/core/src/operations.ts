import { accessOperations } from './access-operations.ts'
import { listGuideFigures } from './analytics/operations/figures.ts'
import { getGuideAnalytics } from './analytics/operations.ts'
import { listChanges } from './changes/operations.ts'
import { deleteContacts, moveContacts, restoreContacts } from './contacts/operations/bulk.ts'
import { createContact, deleteContact, putContact, updateContact } from './contacts/operations/change.ts'
import { describeContacts } from './contacts/operations/describe.ts'
import { getContact, listContacts, searchContacts } from './contacts/operations/read.ts'
import { getKeptEmails, sendKeptEmails } from './emails/kept/operations.ts'
import {
  listMailTexts,
  previewMailText,
  resetMailText,
  sendTestMailText,
  setMailText,
} from './emails/operations/mail-texts.ts'
import { getEmail, listEmails, resendEmail } from './emails/operations/outbox.ts'
import { sendInvitation } from './emails/operations/send-invitation.ts'
import { sendReminder } from './emails/operations/send-reminder.ts'
import { getMailSettings, sendTestEmail } from './emails/operations/test.ts'
import { testMailServer } from './emails/operations/test-mail-server.ts'
import { getMailServer, removeMailServer, setMailServer } from './emails/server/operations.ts'
import { getSubscription, resubscribe, unsubscribe } from './emails/unsubscribe/operations.ts'
import { changeEnrollments } from './enrollments/operations/bulk.ts'
import { createEnrollment, deleteEnrollment, updateEnrollment } from './enrollments/operations/change.ts'
import { completeStep } from './enrollments/operations/complete-step.ts'
import { describeEnrollments } from './enrollments/operations/describe.ts'
import { listLatestEnrollments } from './enrollments/operations/latest.ts'
import { getEnrollment, listEnrollments } from './enrollments/operations/read.ts'
import { getEnrollmentSteps } from './enrollments/operations/steps.ts'
import { eraseContact } from './exports/operations/erase.ts'
import { createExport, openExport } from './exports/operations/export.ts'
import { downloadFile } from './files/operations/download.ts'
import { deleteFile, listFiles } from './files/operations/manage.ts'
import { removeOwnFile } from './files/operations/own.ts'
import { uploadFile } from './files/operations/upload.ts'
import { beginUpload, continueUpload, dropUpload, getUpload } from './files/resumable/operations.ts'
import { listEmbedHosts } from './guides/operations/embed-hosts.ts'
import { deleteGuide, discardGuideChanges, duplicateGuide, listAllGuides } from './guides/operations/manage.ts'
import { getGuideVersion, listGuideVersions, restoreGuideVersion } from './guides/operations/versions.ts'
import {
  archiveGuide,
  createGuide,
  getGuide,
  getGuideDraft,
  listGuides,
  publishGuide,
  updateGuide,
} from './guides/operations.ts'
import { leaveDraft, notePresence } from './guides/presence/operations.ts'
import { getReplacedDraft, listReplacedDrafts } from './guides/replaced/operations.ts'
import { createImport } from './imports/operations/create.ts'
import { getImport, listImportRows, listImports } from './imports/operations/read.ts'
import { checkImport, continueImport, discardImport, runImport, undoImport } from './imports/operations/work.ts'
import { getMediaSizes, listMedia, openMedia } from './media/operations/open.ts'
import { uploadMedia } from './media/operations/upload.ts'
import { answerMessage, listMessages, markMessagesRead } from './messages/operations/manage.ts'
import { askQuestion, listOwnMessages, markAnswersSeen } from './messages/operations/own.ts'
import { requestNewLink } from './messages/operations/request-link.ts'
import { continueGuideMove, createGuideMove, getGuideMove, listGuideMoves, runGuideMove } from './moves/operations.ts'
import type { Operation } from './operation/operation.ts'
import { deleteOrganisations } from './organisations/operations/bulk.ts'
import {
  createOrganisation,
  deleteOrganisation,
  putOrganisation,
  updateOrganisation,
} from './organisations/operations/change.ts'
import { getOrganisation, listOrganisationNames, listOrganisations } from './organisations/operations/read.ts'
import { getOverview, listAttention } from './overview/operations.ts'
import { saveDraft, tickItem } from './player/operations/drafts.ts'
import { chooseLanguage, openOwnGuide } from './player/operations/open.ts'
import { previewGuide } from './player/operations/preview.ts'
import { readOwnGuide } from './player/operations/read.ts'
import { submitScore } from './player/operations/score.ts'
import { completeOwnStep, submitForm } from './player/operations/steps.ts'
import { getOwnText, keepOwnText } from './player/operations/texts.ts'
import { createView, deleteView, getView, listViews, updateView } from './views/operations.ts'
import { getWebhookActivity } from './webhooks/operations/activity.ts'
import { enableWebhookEndpoint, pauseWebhookEndpoint, rotateWebhookSecret } from './webhooks/operations/control.ts'
import { getWebhookDelivery, listWebhookDeliveries, resendWebhookDelivery } from './webhooks/operations/deliveries.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from './webhooks/operations/endpoints.ts'
import { listEventTypes } from './webhooks/operations/event-types.ts'
import { getEvent, listEvents } from './webhooks/operations/events.ts'
import { getWebhookRecovery, listWebhookRecoveries, recoverWebhookEndpoint } from './webhooks/operations/recoveries.ts'
import { resendWebhookDeliveries } from './webhooks/operations/resend-some.ts'
import { testWebhookEndpoint } from './webhooks/operations/test.ts'
import { addSampleWorkspace } from './workspaces/operations/add-sample.ts'
import { listBackups } from './workspaces/operations/backups.ts'
import {
  changeWorkspacePlan,
  createFirstWorkspace,
  createWorkspace,
  deleteWorkspace,
  listWorkspaces,
} from './workspaces/operations/instance.ts'
import { getLogo, removeLogo, setLogo } from './workspaces/operations/logo.ts'
import { deleteOwnWorkspace, getWorkspace, updateWorkspace } from './workspaces/operations/own-workspace.ts'
import { getPlan } from './workspaces/operations/plan.ts'

/** All operations of the product, by their names in code. The order is that of the tools and of the reference page. */
export const operations = {
  listContacts,
  searchContacts,
  getContact,
  describeContacts,
  createContact,
  updateContact,
  putContact,
  deleteContact,
  moveContacts,
  deleteContacts,
  restoreContacts,
  listOrganisations,
  listOrganisationNames,
  getOrganisation,
  createOrganisation,
  updateOrganisation,
  putOrganisation,
  deleteOrganisation,
  deleteOrganisations,
  listEnrollments,
  listLatestEnrollments,
  describeEnrollments,
  getEnrollment,
  getEnrollmentSteps,
  createEnrollment,
  updateEnrollment,
  changeEnrollments,
  deleteEnrollment,
  completeStep,
  sendInvitation,
  sendReminder,
  getOverview,
  listAttention,
  listChanges,
  getGuideAnalytics,
  listGuideFigures,
  listFiles,
  deleteFile,
  downloadFile,
  listMessages,
  answerMessage,
  markMessagesRead,
  readOwnGuide,
  openOwnGuide,
  chooseLanguage,
  completeOwnStep,
  tickItem,
  saveDraft,
  keepOwnText,
  getOwnText,
  submitForm,
  uploadFile,
  beginUpload,
  getUpload,
  continueUpload,
  dropUpload,
  removeOwnFile,
  askQuestion,
  listOwnMessages,
  markAnswersSeen,
  requestNewLink,
  submitScore,
  listEmails,
  getEmail,
  resendEmail,
  getMailSettings,
  sendTestEmail,
  getKeptEmails,
  sendKeptEmails,
  getMailServer,
  setMailServer,
  testMailServer,
  removeMailServer,
  listMailTexts,
  setMailText,
  resetMailText,
  previewMailText,
  sendTestMailText,
  getSubscription,
  unsubscribe,
  resubscribe,
  listGuides,
  listAllGuides,
  getGuide,
  getGuideDraft,
  createGuide,
  updateGuide,
  previewGuide,
  notePresence,
  leaveDraft,
  discardGuideChanges,
  publishGuide,
  archiveGuide,
  duplicateGuide,
  deleteGuide,
  listGuideVersions,
  getGuideVersion,
  restoreGuideVersion,
  listReplacedDrafts,
  getReplacedDraft,
  createGuideMove,
  listGuideMoves,
  getGuideMove,
  runGuideMove,
  continueGuideMove,
  uploadMedia,
  listMedia,
  openMedia,
  getMediaSizes,
  listEmbedHosts,
  createImport,
  listImports,
  getImport,
  listImportRows,
  checkImport,
  runImport,
  undoImport,
  discardImport,
  continueImport,
  createExport,
  openExport,
  eraseContact,
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
  createWorkspace,
  changeWorkspacePlan,
  createFirstWorkspace,
  listWorkspaces,
  deleteWorkspace,
  getWorkspace,
  updateWorkspace,
  deleteOwnWorkspace,
  addSampleWorkspace,
  setLogo,
  removeLogo,
  getLogo,
  getPlan,
  listBackups,
  listViews,
  getView,
  createView,
  updateView,
  deleteView,
  ...accessOperations,
}

/** All operations as a list. Their inputs and outputs differ; code that iterates over it uses their schemas. */
export const OPERATIONS = Object.values(operations) as unknown as readonly Operation[]
