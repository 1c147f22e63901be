import type { z } from 'zod'
import { foldedQuery } from '../contacts/search/orders.ts'
import { DAY_MS, later } from '../times.ts'
import type { EnrollmentFilters } from './list-input.ts'

type Given = Partial<z.output<z.ZodObject<typeof EnrollmentFilters>>> & { metadata?: unknown }

/** The filters of `enrollmentList` for those of a request. @throws AppError `validation_error` where nothing is left to search for */
export function filtersOf({ stalled, stalled_days, ...given }: Given, now: string): Record<string, unknown> {
  if (given.query !== undefined) foldedQuery(given.query)
  return {
    ...given,
    stalled_since: stalled_days === undefined ? undefined : later(now, -stalled_days * DAY_MS),
    stalled_at: stalled ? now : undefined,
  }
}
