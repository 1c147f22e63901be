import { Id, requiredText, sorting, text } from '../fields/fields.ts'
import { LatestEnrollmentFilter } from './latest-enrollment.ts'

/** The filters and the order of a list of contacts, as lists and saved views take them. */
export const ContactFilters = {
  query: requiredText()
    .optional()
    .describe('Part of a name or e-mail. By relevance; newest first if combined with filters'),
  email: text(320).toLowerCase().optional().describe('Only the contact with this address (exact)'),
  external_id: text().optional().describe('Only the contact with this external id (exact)'),
  organisation_id: Id.optional().describe('Only contacts of this organisation'),
  ...LatestEnrollmentFilter,
}
const { sort, order } = sorting('name', 'organisation_name', 'latest_enrollment_at', 'last_activity_at')
export const ContactOrder = {
  sort: sort.describe(
    'latest_enrollment_at: when its newest enrollment (in guide_id, if given) was created; last_activity_at: the last activity in that one. Contacts never enrolled come last. Not with updated_since or include_deleted',
  ),
  order,
}
