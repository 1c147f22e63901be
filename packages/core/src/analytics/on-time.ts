import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Reader } from '../storage/database.ts'
import { DAY_MS, dayIn } from '../times.ts'
import { dayNumber } from '../working-calendar/days.ts'
import { newestOf, type Sampled, type SampleQuery } from './sample.ts'

/** Maximum number of steps with a date in the figures: those of the newest enrollments. */
const MAX_STEPS = 10_000

const Count = z.int().min(0)

/** Of what had a date and is done: how much was on time, and how late the rest was. */
export const OnTime = z
  .object({
    done: Count.describe('Those that had a date and are done').meta({
      reference: 'Steps or enrollments that had a date and are done.',
    }),
    on_time: Count.describe('Those of them that were done by their date').meta({
      reference: 'How many of them were done by that date.',
    }),
    median_days_late: z
      .number()
      .nullable()
      .describe('Of those that were late, in days of the calendar')
      .meta({ reference: 'Median lateness of the others, in days of the calendar; `null` if none was late.' }),
    average_days_late: z
      .number()
      .nullable()
      .meta({ reference: 'Mean lateness of the others, in days of the calendar; `null` if none was late.' }),
  })
  .meta({ id: 'OnTime', reference: 'How many dates were kept, and by how much the others were missed.' })

interface Dated {
  date: string
  done_at: string
}

/** Enrollments against their target. */
export function enrollmentsOnTime(sampled: readonly Sampled[], time_zone: string): z.infer<typeof OnTime> {
  return onTime(
    sampled.flatMap(({ target_date, completed_at }) =>
      target_date === null || completed_at === null ? [] : [{ date: target_date, done_at: completed_at }],
    ),
    time_zone,
  )
}

/** Steps against their due dates, those that the team alone sees included. */
export async function stepsOnTime(
  reader: Reader,
  asked: SampleQuery,
  time_zone: string,
): Promise<z.infer<typeof OnTime>> {
  const { enrollment_steps: planned, step_completions: done } = reader.tables
  const sampled = newestOf(reader, asked).as('sampled')
  const rows = await reader.db
    .select({ date: planned.due_on, done_at: done.completed_at })
    .from(sampled)
    // `cross join` makes SQLite read the sampled enrollments first, and then their steps.
    .crossJoin(planned)
    .innerJoin(
      done,
      and(
        eq(done.workspace_id, planned.workspace_id),
        eq(done.enrollment_id, planned.enrollment_id),
        eq(done.step_id, planned.step_id),
      ),
    )
    .where(
      and(
        eq(planned.workspace_id, asked.workspace_id),
        eq(planned.enrollment_id, sampled.id),
        isNotNull(planned.due_on),
      ),
    )
    .orderBy(desc(sampled.created_at), desc(sampled.id))
    .limit(MAX_STEPS)
  return onTime(
    rows.flatMap(({ date, done_at }) => (date === null ? [] : [{ date, done_at }])),
    time_zone,
  )
}

function onTime(dated: readonly Dated[], time_zone: string): z.infer<typeof OnTime> {
  const late = dated
    .map(({ date, done_at }) => daysLate(date, done_at, time_zone))
    .filter((days) => days > 0)
    .toSorted((a, b) => a - b)
  const [low = 0, high = 0] = [late[Math.ceil(late.length / 2) - 1], late[Math.floor(late.length / 2)]]
  const sum = late.reduce((total, days) => total + days, 0)
  return {
    done: dated.length,
    on_time: dated.length - late.length,
    median_days_late: late.length === 0 ? null : (low + high) / 2,
    average_days_late: late.length === 0 ? null : Math.round((10 * sum) / late.length) / 10,
  }
}

/** Days from a date to the day on which it was done; 0 if that was no later. */
function daysLate(date: string, done_at: string, time_zone: string): number {
  // Formatting a date in a time zone costs much more: only what is near the date needs it.
  const elapsed = Date.parse(done_at) / DAY_MS - dayNumber(date)
  if (elapsed < -1) return 0
  return Math.max(0, dayNumber(dayIn(time_zone, done_at)) - dayNumber(date))
}
