import { sorting, text } from '../fields/fields.ts'

/** The filters and the order of a list of organisations, as lists and saved views take them. */
export const OrganisationFilters = {
  name: text().optional().describe('Only organisations whose name contains this; ignores case and accents'),
  domain: text(253).toLowerCase().optional().describe('Only organisations with this domain (exact)'),
  external_id: text().optional().describe('Only the organisation with this external id (exact)'),
}
export const OrganisationOrder = sorting('name', 'domain', 'contacts_count')
