import { z } from 'zod'
import { EnrollmentFilters } from '../enrollments/list-input.ts'

const { contact_id: _, stalled_days: _1, ...filters } = EnrollmentFilters

/** The filters of the list of customers, as the list and saved views take them: those of its plans. */
export const CustomerFilters = filters

export const CustomerOrder = {
  sort: z.enum(['health', 'target_date', 'created_at']).optional().describe('health by default, the worst first').meta({
    reference:
      'What the rows are sorted by: `health`, the default, with the worst first; the target; or the time of creation.',
  }),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .describe('asc by default')
    .meta({ reference: 'Direction of `sort`: `asc`, the default, or `desc`.' }),
}
