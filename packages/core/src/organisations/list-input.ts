import { sorting, text } from '../fields/fields.ts'

/** The filters and the order of a list of organisations, as lists and saved views take them. */
export const OrganisationFilters = {
  name: text().optional().describe('Only organisations whose name contains this; ignores case and accents').meta({
    reference: 'Restricts the list to organisations whose name contains this text, ignoring case and accents.',
  }),
  domain: text(253)
    .toLowerCase()
    .optional()
    .describe('Only organisations with this domain (exact)')
    .meta({ reference: 'Restricts the list to organisations with exactly this domain.' }),
  external_id: text()
    .optional()
    .describe('Only the organisation with this external id (exact)')
    .meta({ reference: 'Restricts the list to the organisation with exactly this external id.' }),
}
export const OrganisationOrder = sorting('name', 'domain', 'contacts_count')
