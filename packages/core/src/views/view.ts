import { z } from 'zod'
import { ContactFilters } from '../contacts/list-input.ts'
import { CustomerFilters } from '../customers/list-input.ts'
import { EnrollmentFilters } from '../enrollments/list-input.ts'
import { CreatedAt, OwnId, requiredText, UpdatedAt } from '../fields/fields.ts'
import { givenOf, shownOf, writable } from '../fields/record.ts'
import { showAs } from '../fields/reference.ts'
import { OrganisationFilters } from '../organisations/list-input.ts'
import { MAX_SHARED_VIEWS, MAX_VIEW_NAME, VIEW_LISTS } from './contract.ts'

/** The filters of each list; whether they are those of the view's list is checked when it is saved. */
const Filters = showAs(
  z.record(z.string().max(50), z.union([z.string(), z.number(), z.boolean()])),
  z.union([
    z.object(ContactFilters).meta({ id: 'ContactFilters', reference: 'Filters of the list of contacts.' }),
    z
      .object(OrganisationFilters)
      .meta({ id: 'OrganisationFilters', reference: 'Filters of the list of organisations.' }),
    z.object(EnrollmentFilters).meta({ id: 'EnrollmentFilters', reference: 'Filters of the list of enrollments.' }),
    z.object(CustomerFilters).meta({ id: 'CustomerFilters', reference: 'Filters of the list of customers.' }),
  ]),
)

export const viewFields = {
  id: OwnId,
  list: z.enum(VIEW_LISTS).meta({ reference: 'The list that the view is of.' }),
  name: writable(requiredText(MAX_VIEW_NAME).meta({ reference: 'Name under which people choose it.' }), z.string()),
  filters: writable(
    Filters.optional().describe('By the names of the parameters of the list. Example: {"status": "in_progress"}').meta({
      reference: 'Filters by the names of the list\'s query parameters, such as `{"status": "in_progress"}`.',
    }),
    Filters,
    {},
  ),
  sort: writable(
    z
      .string()
      .max(50)
      .nullish()
      .describe('As in the list')
      .meta({ reference: "Value of the list's `sort`; `null` for its usual order." }),
    z.string().nullable(),
    null,
  ),
  order: writable(
    z
      .enum(['asc', 'desc'])
      .nullish()
      .meta({ reference: 'Direction of `sort`: ascending or descending; `null` for the usual one.' }),
    z.enum(['asc', 'desc']).nullable(),
    null,
  ),
  is_shared: writable(
    z
      .boolean()
      .optional()
      .describe('Whether all members see it. Private views are those of one person')
      .meta({ reference: '`true` if all members of the workspace see the view. A private one belongs to one person.' }),
    z.boolean(),
    false,
  ),
  position: z
    .int()
    .describe('Among the shared views of the list, or the private ones of the person; from 1')
    .meta({ reference: 'Place among the shared views of the list, or among the private ones of the person, from 1.' }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
}

export const View = shownOf(viewFields).meta({
  id: 'View',
  reference: 'Filters and an order of a list, kept under a name.',
})
export type View = z.infer<typeof View>

export const ViewFields = givenOf(viewFields).extend({
  list: z.enum(VIEW_LISTS).meta({ reference: 'The list that the view is of. It cannot be changed later.' }),
})
export const ViewChanges = givenOf(viewFields)
  .partial()
  .extend({
    position: z
      .int()
      .min(1)
      .max(MAX_SHARED_VIEWS)
      .optional()
      .meta({ reference: 'New place among the shared views of the list, or among your private ones, from 1.' }),
  })
