import { z } from 'zod'
import { Id } from '../../fields/fields.ts'

/** Maximum number of days of a rule. */
const MAX_DUE_DAYS = 3650

/** Days of the enrollment from which dates count. */
const ENROLLMENT_DAYS = ['enrolled', 'started', 'target'] as const

const Days = z
  .int()
  .min(-MAX_DUE_DAYS)
  .max(MAX_DUE_DAYS)
  .describe('Working days unless calendar_days; negative only from the target')
const CalendarDays = z.boolean().optional().describe('Whether every day of the calendar counts')

/** A date before the day it counts from would have passed when that day is known; only a target is known in advance. */
function countsForward({ days, from }: { days: number; from: string }): boolean {
  return days >= 0 || from === 'target'
}
const BACKWARD = { path: ['days'], error: 'must be at least 0 unless it counts from the target' }

/** When a step is due. */
export const DueRule = z
  .strictObject({
    days: Days,
    from: z
      .union([z.enum([...ENROLLMENT_DAYS, 'previous', 'opened']), Id])
      .describe('previous: the step before it, by order; opened: the opening of its section; or the id of a step')
      .meta({
        reference:
          'Day from which the days are counted: the enrollment (`enrolled`), its start (`started`), its target (`target`), the step before (`previous`), the opening of the section (`opened`), or the step with this id.',
      }),
    calendar_days: CalendarDays,
  })
  .refine(countsForward, BACKWARD)

export type DueRule = z.output<typeof DueRule>

/** A rule in answers. */
export const ShownDueRule = z.object({
  days: z.int().meta({ reference: 'Number of days after `from`; negative for days before a target.' }),
  from: z.string().describe('`enrolled`, `started`, `target`, `previous`, `opened`, or the ID of a step').meta({
    reference:
      'Day from which the days are counted: the enrollment (`enrolled`), its start (`started`), its target (`target`), the step before (`previous`), the opening of the section (`opened`), or the step with this id.',
  }),
  calendar_days: z
    .boolean()
    .optional()
    .meta({ reference: '`true` if every day of the calendar counts. Otherwise working days count.' }),
})

/** A section that opens on a date. */
const OpensOn = z
  .strictObject({
    days: Days,
    from: z
      .union([z.enum(ENROLLMENT_DAYS), Id])
      .describe('A day of the enrollment, or the id of a step')
      .meta({
        reference:
          'Day from which the days are counted: the enrollment (`enrolled`), its start (`started`), its target (`target`), or the step with this id.',
      }),
    calendar_days: CalendarDays,
  })
  .refine(countsForward, BACKWARD)

/** When a section opens: at once, when all counted steps of the sections before are done, when a member opens it, or on a date. */
export const OpensRule = z.union([z.enum(['at_once', 'after_previous', 'by_team']), OpensOn])

export type OpensRule = z.output<typeof OpensRule>

/** The same in answers. */
export const ShownOpensRule = z.union([z.enum(['at_once', 'after_previous', 'by_team']), ShownDueRule])
