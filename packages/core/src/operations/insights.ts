import { listWaiting } from '../insights/operations/attention.ts'
import { listFeedback } from '../insights/operations/feedback.ts'
import { getGuideInsights } from '../insights/operations/guide.ts'
import { getEnrollmentHistory } from '../insights/operations/history.ts'

/** How onboarding goes. A part of `operations.ts`. */
export const insightsOperations = {
  listWaiting,
  getGuideInsights,
  listFeedback,
  getEnrollmentHistory,
}
