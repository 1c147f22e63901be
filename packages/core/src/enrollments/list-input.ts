import { z } from 'zod'
import { Id, requiredText, severalOf, sorting } from '../fields/fields.ts'
import { PlanDate } from '../working-calendar/plan-date.ts'
import { ENROLLMENT_STATUSES, HEALTHS } from './contract.ts'

/** The filters and the order of a list of enrollments, as lists and saved views take them. */
export const EnrollmentFilters = {
  query: requiredText()
    .optional()
    .describe("Part of the contact's name or e-mail, or of its organisation's name or domain"),
  contact_id: Id.optional().describe('Only enrollments of this contact'),
  participant_contact_id: Id.optional().describe(
    'Only enrollments in which this contact takes part, as the primary contact or beside it',
  ),
  guide_id: Id.optional().describe('Only enrollments in this guide'),
  organisation_id: Id.optional().describe("Only enrollments of this organisation's contacts"),
  assignee_id: Id.optional().describe('Only enrollments assigned to this member'),
  status: z.enum(ENROLLMENT_STATUSES).optional(),
  stalled_days: z
    .int()
    .min(1)
    .max(3650)
    .optional()
    .describe('Only enrollments in progress without activity for this many days'),
  // No description: the name is sufficient, and every description costs tokens in conversations of models.
  stalled: z.boolean().optional(),
  health: severalOf(HEALTHS)
    .optional()
    .describe(`One of ${HEALTHS.join(', ')}, or several separated by commas`),
  target_before: PlanDate.optional().describe('Only enrollments whose target is before this date'),
  target_after: PlanDate.optional().describe('Only enrollments whose target is after this date'),
}
export const EnrollmentOrder = sorting(
  'contact_name',
  'guide_title',
  'status',
  'progress_percentage',
  'target_date',
  'health',
)
