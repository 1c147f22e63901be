import { z } from 'zod'
import { OutputDate, Timestamp, text } from '../fields/fields.ts'
import { MAX_HOLIDAYS, MAX_HOLIDAYS_A_YEAR } from './contract.ts'
import { WorkingCalendar as PlainCalendar } from './plain-calendar.ts'
import { PlanDate } from './plan-date.ts'

const Holiday = z.strictObject({
  date: PlanDate.meta({ reference: 'Day on which nobody works.' }),
  name: text(100).default('').meta({ reference: 'What people call the day; an empty string for nothing.' }),
})

/** The holidays of a workspace as given, which are kept in the order of their dates. */
const Holidays = z
  .array(Holiday)
  .max(MAX_HOLIDAYS)
  .superRefine((holidays, context) => {
    const indexes = new Map<string, number>()
    const years = new Map<string, number>()
    for (const [index, { date }] of holidays.entries()) {
      const year = date.slice(0, 4)
      years.set(year, (years.get(year) ?? 0) + 1)
      if (indexes.has(date))
        context.addIssue({
          code: 'custom',
          path: [index, 'date'],
          message: `is the same as in holidays.${indexes.get(date)}`,
        })
      else indexes.set(date, index)
    }
    for (const [year, count] of years)
      if (count > MAX_HOLIDAYS_A_YEAR)
        context.addIssue({
          code: 'custom',
          message: `has ${count} dates in ${year} (maximum is ${MAX_HOLIDAYS_A_YEAR})`,
        })
  })
  .transform((holidays) => holidays.toSorted((a, b) => (a.date < b.date ? -1 : 1)))
  .describe(`Days on which nobody works, at most ${MAX_HOLIDAYS_A_YEAR} a year and ${MAX_HOLIDAYS} in all`)

/** The working days of a workspace, which its due dates and targets count. */
export const WorkingCalendar = z
  .object({
    working_days: PlainCalendar.shape.working_days,
    holidays: z
      .array(
        z.object({
          date: OutputDate.meta({ reference: 'Day on which nobody works.' }),
          name: z.string().meta({ reference: 'What people call the day; an empty string for nothing.' }),
        }),
      )
      .meta({ reference: 'Days on which nobody works, in their order.' }),
    updated_at: Timestamp.nullable()
      .describe('null until it is changed for the first time')
      .meta({ reference: 'When the calendar was last changed; `null` before the first time.' }),
  })
  .meta({ id: 'WorkingCalendar', reference: 'Working days and holidays of the workspace.' })

export const WorkingCalendarFields = z.strictObject({
  working_days: PlainCalendar.shape.working_days.transform((days) => days.toSorted()),
  holidays: Holidays,
})
