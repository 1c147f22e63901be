import { z } from 'zod'
import { Id, requiredText, severalOf, sorting } from '../fields/fields.ts'
import { PlanDate } from '../working-calendar/plan-date.ts'
import { ENROLLMENT_STATUSES, HEALTHS } from './contract.ts'

/** The filters and the order of a list of enrollments, as lists and saved views take them. */
export const EnrollmentFilters = {
  query: requiredText()
    .optional()
    .describe("Part of the contact's name or e-mail, or of its organisation's name or domain")
    .meta({
      reference:
        "Finds a part of the contact's name or e-mail address, or of the name or domain of its organisation, ignoring case and accents.",
    }),
  contact_id: Id.optional()
    .describe('Only enrollments of this contact')
    .meta({ reference: 'Restricts the list to enrollments whose primary contact this is.' }),
  participant_contact_id: Id.optional()
    .describe('Only enrollments in which this contact takes part, as the primary contact or beside it')
    .meta({
      reference:
        'Restricts the list to enrollments in which this contact takes part, as the primary contact or beside it.',
    }),
  guide_id: Id.optional()
    .describe('Only enrollments in this guide')
    .meta({ reference: 'Restricts the list to enrollments in this guide.' }),
  organisation_id: Id.optional()
    .describe("Only enrollments of this organisation's contacts")
    .meta({ reference: 'Restricts the list to enrollments whose primary contact belongs to this organisation.' }),
  assignee_id: Id.optional()
    .describe('Only enrollments assigned to this member')
    .meta({ reference: 'Restricts the list to enrollments that this member looks after.' }),
  status: z.enum(ENROLLMENT_STATUSES).optional().meta({
    reference: 'Restricts the list to enrollments in this status: `invited`, `in_progress`, `completed` or `expired`.',
  }),
  stalled_days: z
    .int()
    .min(1)
    .max(3650)
    .optional()
    .describe('Only enrollments in progress without activity for this many days')
    .meta({
      reference: 'Restricts the list to enrollments in progress in which nobody has done anything for this many days.',
    }),
  stalled: z.boolean().optional().meta({
    reference:
      '`true` restricts the list to enrollments in progress that have stalled: without activity for as many days as the reminders of their guide are set to, or for 5 days if it has none.',
  }),
  health: severalOf(HEALTHS)
    .optional()
    .describe(`One of ${HEALTHS.join(', ')}, or several separated by commas`)
    .meta({
      reference:
        'Restricts the list to one health, or to several separated by commas: `late`, `at_risk`, `on_track`, `none`.',
    }),
  target_before: PlanDate.optional().describe('Only enrollments whose target is before this date').meta({
    reference: 'Restricts the list to enrollments that are to be completed before this date, such as `2026-11-20`.',
  }),
  target_after: PlanDate.optional().describe('Only enrollments whose target is after this date').meta({
    reference: 'Leaves out enrollments whose target is this date or an earlier one, and those without a target.',
  }),
}
export const EnrollmentOrder = sorting(
  'contact_name',
  'guide_title',
  'status',
  'progress_percentage',
  'target_date',
  'health',
)
