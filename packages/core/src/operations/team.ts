import { listCustomers } from '../customers/operations.ts'
import { listInbox, markInbox } from '../enrollments/inbox/operations.ts'
import {
  createInternalNote,
  deleteInternalNote,
  getInternalNote,
  listInternalNotes,
  updateInternalNote,
} from '../enrollments/internal-notes/operations.ts'
import { getHeldUpStep, listNextSteps } from '../enrollments/next-steps/operations.ts'
import { getEnrollmentTimeline } from '../enrollments/timeline/operations.ts'
import { seeAsPerson } from '../player/operations/see-as.ts'
import { listWork } from '../work/operations.ts'

/** What the team sees across enrollments, and says about them. A part of `operations.ts`. */
export const teamOperations = {
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
