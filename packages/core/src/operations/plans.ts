import { getApproval, listApprovals } from '../enrollments/approvals/operations.ts'
import { previewStepDate, previewTargetDate } from '../enrollments/operations/preview-dates.ts'
import { rescheduleEnrollment } from '../enrollments/operations/reschedule.ts'
import { closeSection, openSection } from '../enrollments/operations/sections.ts'
import { getEnrollmentStep, updateEnrollmentStep } from '../enrollments/plan/operations.ts'
import { getSubmission, listSubmissions, reviewSubmission } from '../enrollments/submissions/operations.ts'

/** What is to be done in an enrollment, by when, and what the other side says to it. A part of `operations.ts`. */
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
}
