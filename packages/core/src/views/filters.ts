import type { z } from 'zod'
import { listContacts } from '../contacts/operations/read.ts'
import { listEnrollments } from '../enrollments/operations/read.ts'
import { validationError } from '../errors.ts'
import { checkInput } from '../operation/validation.ts'
import { listOrganisations } from '../organisations/operations.ts'
import type { ViewList } from './contract.ts'
import type { View } from './view.ts'

const contacts = listContacts.input
const organisations = listOrganisations.input
const enrollments = listEnrollments.input

/** The parameters of each list that a view keeps: its filters and its order. */
const KEPT: Readonly<Record<ViewList, { filters: z.ZodObject; order: z.ZodObject }>> = {
  contacts: {
    filters: contacts.pick({ query: true, organisation_id: true, guide_id: true, enrollment_status: true }),
    order: contacts.pick({ sort: true, order: true }),
  },
  organisations: {
    filters: organisations.pick({ name: true, domain: true }),
    order: organisations.pick({ sort: true, order: true }),
  },
  enrollments: {
    filters: enrollments.pick({
      query: true,
      contact_id: true,
      guide_id: true,
      organisation_id: true,
      assignee_id: true,
      status: true,
      stalled_days: true,
      stalled: true,
    }),
    order: enrollments.pick({ sort: true, order: true }),
  },
}

/**
 * The filters as their list takes them.
 * @throws AppError `validation_error` for filters and orders that the list does not have
 */
export function keptFilters({ list, filters, sort, order }: Pick<View, 'list' | 'filters' | 'sort' | 'order'>) {
  const kept = KEPT[list]
  const checked = checkInput(kept.filters, filters)
  const { problems } = checkInput(kept.order, { sort: sort ?? undefined, order: order ?? undefined })
  const wrong = Object.entries(checked.problems ?? {}).map(([name, found]) => [`filters.${name}`, found])
  if (problems || wrong.length > 0) throw validationError({ ...Object.fromEntries(wrong), ...problems })
  // Parameters of lists are texts, numbers and booleans.
  return checked.data as View['filters']
}
