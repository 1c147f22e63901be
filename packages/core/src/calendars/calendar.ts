import { z } from 'zod'
import { LANGUAGES } from '../contract/languages.ts'
import { OutputDate, OutputUrl, showingSecret, Timestamp } from '../fields/fields.ts'

/** The address of a calendar of one's own. */
export const CalendarAddress = showingSecret(
  z
    .object({
      url: OutputUrl.nullable().describe('Whoever has it sees the dates; null while it is switched off'),
      renewed_at: Timestamp.nullable(),
    })
    .meta({ id: 'CalendarAddress' }),
)

/** A day of a calendar. */
export const CalendarDay = z.object({
  /** The same for the same date, in every version of the calendar. */
  uid: z.string(),
  kind: z.enum(['step', 'target']),
  date: OutputDate,
  /** The title of the step; of a target the word of the guide for it, or empty. */
  title: z.string(),
  /** What it belongs to: the guide, and for members whose it is. */
  about: z.string(),
  /** The page of a member; null for contacts, whose links are credentials. */
  url: OutputUrl.nullable(),
  changed_at: Timestamp,
})

export type CalendarDay = z.input<typeof CalendarDay>

/** The dates of a person. */
export const Calendar = z.object({
  name: z.string(),
  language: z.enum(LANGUAGES),
  days: z.array(CalendarDay),
})
