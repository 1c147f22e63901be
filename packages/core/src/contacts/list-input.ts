import { Id, requiredText, sorting, text } from '../fields/fields.ts'
import { LatestEnrollmentFilter } from './latest-enrollment.ts'

/** The filters and the order of a list of contacts, as lists and saved views take them. */
export const ContactFilters = {
  query: requiredText()
    .optional()
    .describe('Part of a name or e-mail. By relevance; newest first if combined with filters')
    .meta({
      reference:
        'Finds a part of the first name, the last name, "first last" or the e-mail address, ignoring case and accents. The best match comes first; combined with other filters or a cursor, the newest does.',
    }),
  email: text(320)
    .toLowerCase()
    .optional()
    .describe('Only the contact with this address (exact)')
    .meta({ reference: 'Restricts the list to the contact with exactly this address.' }),
  external_id: text()
    .optional()
    .describe('Only the contact with this external id (exact)')
    .meta({ reference: 'Restricts the list to the contact with exactly this external id.' }),
  organisation_id: Id.optional()
    .describe('Only contacts of this organisation')
    .meta({ reference: 'Restricts the list to contacts of this organisation.' }),
  ...LatestEnrollmentFilter,
}
const { sort, order } = sorting('name', 'organisation_name', 'latest_enrollment_at', 'last_activity_at')
export const ContactOrder = {
  sort: sort
    .describe(
      'latest_enrollment_at: when its newest enrollment (in guide_id, if given) was created; last_activity_at: the last activity in that one. Contacts never enrolled come last. Not with updated_since or include_deleted',
    )
    .meta({
      reference:
        'Field by which the list is sorted; without it, the newest contact comes first. `latest_enrollment_at` is when the newest enrollment was created (in `guide_id`, if given), and `last_activity_at` the last activity in that one; contacts without one come last. Not together with `updated_since` or `include_deleted`.',
    }),
  order,
}
