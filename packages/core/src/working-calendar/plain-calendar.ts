import { z } from 'zod'
import { PlanDate } from './plan-date.ts'

/** Maximum number of holidays of a workspace: 260 a year for ten years, with room for more. */
const MAX_HOLIDAYS = 4000

/** The days on which a team works. Weekdays have the numbers of ISO 8601: 1 is Monday, 7 is Sunday. */
export const WorkingCalendar = z.strictObject({
  working_days: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, { error: 'has a day twice' })
    .describe('Weekdays from 1, Monday, to 7, Sunday'),
  holidays: z.array(PlanDate).max(MAX_HOLIDAYS).describe('Dates on which nobody works'),
})

export type WorkingCalendar = z.output<typeof WorkingCalendar>
