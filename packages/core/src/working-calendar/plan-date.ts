import { z } from 'zod'

/** A day of the calendar in the time zone of the workspace, `2026-11-20`, in years 1900 to 9999. */
export const PlanDate = z.iso
  .date({ error: 'is not a date such as 2026-11-20' })
  .refine((date) => date >= '1900-01-01', { error: 'is before the year 1900' })
