import { openCalendar } from '../calendars/operations/open.ts'
import { getContactCalendar, removeContactCalendar, renewContactCalendar } from '../calendars/operations/own.ts'
import { removeOwnFile } from '../files/operations/own.ts'
import { uploadFile } from '../files/operations/upload.ts'
import { getUploadDigest } from '../files/resumable/operations/digest.ts'
import { beginUpload, continueUpload, dropUpload, getUpload } from '../files/resumable/operations/upload.ts'
import { askQuestion, listOwnMessages, markAnswersSeen } from '../messages/operations/own.ts'
import { requestNewLink } from '../messages/operations/request-link.ts'
import { askForApprovalChanges, giveApproval } from '../player/operations/approvals.ts'
import { inviteParticipant, listOwnParticipants, withdrawInvitation } from '../player/operations/colleagues.ts'
import { saveDraft, tickItem } from '../player/operations/drafts.ts'
import { chooseLanguage, openOwnGuide } from '../player/operations/open.ts'
import { passOn, takeBack } from '../player/operations/pass-on.ts'
import { readOwnGuide } from '../player/operations/read.ts'
import { submitScore } from '../player/operations/score.ts'
import { completeOwnStep, submitForm } from '../player/operations/steps.ts'
import { getOwnText, keepOwnText } from '../player/operations/texts.ts'

/** What a contact does in a guide. A part of `operations.ts`. */
export const playerOperations = {
  readOwnGuide,
  openOwnGuide,
  chooseLanguage,
  completeOwnStep,
  tickItem,
  saveDraft,
  keepOwnText,
  getOwnText,
  submitForm,
  giveApproval,
  askForApprovalChanges,
  uploadFile,
  beginUpload,
  getUpload,
  getUploadDigest,
  continueUpload,
  dropUpload,
  removeOwnFile,
  listOwnParticipants,
  inviteParticipant,
  withdrawInvitation,
  passOn,
  takeBack,
  askQuestion,
  listOwnMessages,
  markAnswersSeen,
  requestNewLink,
  submitScore,
  getContactCalendar,
  renewContactCalendar,
  removeContactCalendar,
  openCalendar,
}
