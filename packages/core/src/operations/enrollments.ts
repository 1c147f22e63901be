import { listGuideFigures } from '../analytics/operations/figures.ts'
import { getGuideAnalytics } from '../analytics/operations.ts'
import { listChanges } from '../changes/operations.ts'
import { sendInvitation } from '../emails/operations/send-invitation.ts'
import { sendReminder } from '../emails/operations/send-reminder.ts'
import { sendReminders } from '../emails/operations/send-reminders.ts'
import { batchEnrollments } from '../enrollments/operations/batch.ts'
import { changeEnrollments } from '../enrollments/operations/bulk.ts'
import { createEnrollment, deleteEnrollment, updateEnrollment } from '../enrollments/operations/change.ts'
import { completeStep } from '../enrollments/operations/complete-step.ts'
import { describeEnrollments } from '../enrollments/operations/describe.ts'
import { enrollContacts } from '../enrollments/operations/enroll-many.ts'
import { listLatestEnrollments } from '../enrollments/operations/latest.ts'
import { getEnrollment, listEnrollments } from '../enrollments/operations/read.ts'
import { renewEnrollmentLink } from '../enrollments/operations/renew-link.ts'
import { getEnrollmentSteps } from '../enrollments/operations/steps.ts'
import { getOverview, listAttention } from '../overview/operations.ts'

/** Enrollments, and the figures of the team. A part of `operations.ts`. */
export const enrollmentsOperations = {
  listEnrollments,
  listLatestEnrollments,
  describeEnrollments,
  getEnrollment,
  getEnrollmentSteps,
  createEnrollment,
  updateEnrollment,
  changeEnrollments,
  deleteEnrollment,
  renewEnrollmentLink,
  batchEnrollments,
  enrollContacts,
  sendReminders,
  completeStep,
  sendInvitation,
  sendReminder,
  getOverview,
  listAttention,
  listChanges,
  getGuideAnalytics,
  listGuideFigures,
}
