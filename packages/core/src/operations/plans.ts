import { listCustomers } from '../customers/operations.ts'
import { sendParticipantReminder } from '../emails/operations/send-participant-reminder.ts'
import { getApproval, listApprovals } from '../enrollments/approvals/operations.ts'
import { listInbox, markInbox } from '../enrollments/inbox/operations.ts'
import {
  createInternalNote,
  deleteInternalNote,
  getInternalNote,
  listInternalNotes,
  updateInternalNote,
} from '../enrollments/internal-notes/operations.ts'
import { getHeldUpStep, listNextSteps } from '../enrollments/next-steps/operations.ts'
import { previewStepDate, previewTargetDate } from '../enrollments/operations/preview-dates.ts'
import { rescheduleEnrollment } from '../enrollments/operations/reschedule.ts'
import { closeSection, openSection } from '../enrollments/operations/sections.ts'
import {
  createParticipant,
  deleteParticipant,
  getParticipant,
  listParticipants,
  renewParticipantLink,
  updateParticipant,
} from '../enrollments/participants/operations.ts'
import { getEnrollmentStep, updateEnrollmentStep } from '../enrollments/plan/operations.ts'
import { getSubmission, listSubmissions, reviewSubmission } from '../enrollments/submissions/operations.ts'
import { getEnrollmentTimeline } from '../enrollments/timeline/operations.ts'
import { seeAsPerson } from '../player/operations/see-as.ts'
import { listWork } from '../work/operations.ts'

/** What several people do in an enrollment, on both sides, and by when. A part of `operations.ts`. */
export const plansOperations = {
  rescheduleEnrollment,
  getEnrollmentStep,
  updateEnrollmentStep,
  openSection,
  closeSection,
  previewStepDate,
  previewTargetDate,
  listSubmissions,
  getSubmission,
  reviewSubmission,
  listApprovals,
  getApproval,
  listParticipants,
  getParticipant,
  createParticipant,
  updateParticipant,
  renewParticipantLink,
  sendParticipantReminder,
  deleteParticipant,
  listInternalNotes,
  getInternalNote,
  createInternalNote,
  updateInternalNote,
  deleteInternalNote,
  listInbox,
  markInbox,
  listWork,
  getEnrollmentTimeline,
  listCustomers,
  listNextSteps,
  getHeldUpStep,
  seeAsPerson,
}
