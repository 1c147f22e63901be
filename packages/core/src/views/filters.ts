import { z } from 'zod'
import { ContactFilters, ContactOrder } from '../contacts/list-input.ts'
import { CustomerFilters, CustomerOrder } from '../customers/list-input.ts'
import { EnrollmentFilters, EnrollmentOrder } from '../enrollments/list-input.ts'
import { validationError } from '../errors.ts'
import { checkInput } from '../operation/validation.ts'
import { OrganisationFilters, OrganisationOrder } from '../organisations/list-input.ts'
import type { ViewList } from './contract.ts'
import type { View } from './view.ts'

/** The parameters of each list that a view keeps. */
const KEPT: Readonly<Record<ViewList, { filters: z.ZodObject; order: z.ZodObject }>> = {
  contacts: { filters: z.strictObject(ContactFilters), order: z.strictObject(ContactOrder) },
  organisations: { filters: z.strictObject(OrganisationFilters), order: z.strictObject(OrganisationOrder) },
  customers: { filters: z.strictObject(CustomerFilters), order: z.strictObject(CustomerOrder) },
  enrollments: { filters: z.strictObject(EnrollmentFilters), order: z.strictObject(EnrollmentOrder) },
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
