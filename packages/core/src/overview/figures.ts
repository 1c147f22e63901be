import { and, count, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm'
import { COUNTS_TO } from '../records/lists/limits.ts'
import { prepared, type Reader } from '../storage/database.ts'
import { instantOf, wallClock } from '../time-zones.ts'
import { DAY_MS } from '../times.ts'

/** Number of newest completions for the median and the effort score: sufficiently exact and quick. */
export const SAMPLE = 2000

export interface Span {
  from: string
  until: string
}

/** Weeks from Monday to Monday in a time zone, the last of which contains now. A week in which the clocks change has another length. */
export function weeksUntil(now: string, count: number, timeZone: string): Span[] {
  const { year, month, day } = wallClock(now, timeZone)
  const sinceMonday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
  const monday = (weeks: number) => instantOf({ year, month, day: day - sinceMonday + 7 * weeks }, timeZone)
  return Array.from({ length: count }, (_, index) => ({
    from: monday(index + 1 - count),
    until: monday(index + 2 - count),
  }))
}

export function isWithin(time: string | null, { from, until }: Span): boolean {
  return time !== null && time >= from && time < until
}

/** The number of enrollments started, or completed, within a time span; at most `COUNTS_TO`. */
export async function countWithin(
  reader: Reader,
  workspace_id: string,
  what: 'started_at' | 'completed_at',
  { from, until }: Span,
): Promise<number> {
  const [row] = await prepared(
    reader,
    `overview.${what}`,
    ({ db, tables: { enrollments } }) => {
      const some = db
        .select({ at: enrollments[what] })
        .from(enrollments)
        .where(
          and(
            eq(enrollments.workspace_id, sql.placeholder('workspace_id')),
            gte(enrollments[what], sql.placeholder('from')),
            lt(enrollments[what], sql.placeholder('until')),
          ),
        )
        .limit(COUNTS_TO)
      return db.select({ total: count() }).from(some.as('some'))
    },
    { workspace_id, from, until },
  )
  return row?.total ?? 0
}

/**
 * The number of started enrollments that expired within a time span and are still expired, or that were completed
 * without being started; at most `COUNTS_TO`. Each condition matches an index.
 */
export async function countEnded(
  reader: Reader,
  workspace_id: string,
  what: 'expired' | 'completed_unstarted',
  { from, until }: Span,
): Promise<number> {
  const [row] = await prepared(
    reader,
    `overview.${what}`,
    ({ db, tables: { enrollments } }) => {
      const { status, started_at, expires_at, completed_at } = enrollments
      const [at, which] =
        what === 'expired'
          ? [expires_at, sql`${status} = 'expired' and ${started_at} is not null`]
          : [completed_at, sql`${status} = 'completed' and ${started_at} is null`]
      const some = db
        .select({ at })
        .from(enrollments)
        .where(
          and(
            eq(enrollments.workspace_id, sql.placeholder('workspace_id')),
            which,
            gte(at, sql.placeholder('from')),
            lt(at, sql.placeholder('until')),
          ),
        )
        .limit(COUNTS_TO)
      return db.select({ total: count() }).from(some.as('some'))
    },
    { workspace_id, from, until },
  )
  return row?.total ?? 0
}

/** The newest completions of a span of time. */
export async function completionsWithin(
  { db, tables: { enrollments } }: Reader,
  workspace_id: string,
  { from, until }: Span,
) {
  const { started_at, completed_at, ces_score } = enrollments
  return db
    .select({ started_at, completed_at, ces_score })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.workspace_id, workspace_id),
        isNotNull(completed_at),
        gte(completed_at, from),
        lt(completed_at, until),
      ),
    )
    .orderBy(desc(completed_at))
    .limit(SAMPLE)
}

type Completion = Awaited<ReturnType<typeof completionsWithin>>[number]

/** The median duration in days with one decimal; null without completions. */
export function medianDays(completions: readonly Completion[]): number | null {
  const days = completions
    .flatMap(({ started_at, completed_at }) =>
      started_at === null || completed_at === null ? [] : [Date.parse(completed_at) - Date.parse(started_at)],
    )
    .sort((a, b) => a - b)
  const [low, high] = [days[(days.length - 1) >> 1], days[days.length >> 1]]
  if (low === undefined || high === undefined) return null
  return Math.round(((low + high) / 2 / DAY_MS) * 10) / 10
}

/** The effort scores: the number of each score from 1 to 7, and their mean with one decimal. */
export function effortOf(completions: readonly Completion[]) {
  const scores = completions.flatMap(({ ces_score }) => ces_score ?? [])
  const distribution = Array.from({ length: 7 }, (_, index) => scores.filter((score) => score === index + 1).length)
  const sum = scores.reduce((total, score) => total + score, 0)
  return {
    answers: scores.length,
    average: scores.length === 0 ? null : Math.round((sum / scores.length) * 10) / 10,
    distribution,
  }
}
