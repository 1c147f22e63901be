import { sql } from 'drizzle-orm'
import type { Reader } from '../storage/database.ts'
import { newestOf, type SampleQuery } from './sample.ts'

interface StepFigures {
  step_id: string
  finished: number
  /** Median time since the previous step, or since the start. */
  median_seconds: number | null
}

/**
 * The number of completions of each step and their duration, computed in the database. `cross join` makes SQLite read
 * the sampled enrollments first, and then their completions.
 */
export async function stepFigures(reader: Reader, asked: SampleQuery): Promise<Map<string, StepFigures>> {
  const { step_completions: done } = reader.tables
  const newest = newestOf(reader, asked)
  const seconds = reader.connection.dialect.secondsBetween(sql`since`, sql`completed_at`)
  const places = sql`(
    with sampled as ${newest},
    done as (
      select ${done.step_id} as step_id, ${done.completed_at} as completed_at,
        coalesce(
          lag(${done.completed_at}) over (partition by ${done.enrollment_id} order by ${done.completed_at}, ${done.step_id}),
          sampled.started_at
        ) as since
      from sampled cross join ${done} where ${done.workspace_id} = ${asked.workspace_id} and ${done.enrollment_id} = sampled.id
    ),
    times as (select step_id, ${seconds} as seconds from done),
    places as (
      select step_id, seconds, row_number() over (partition by step_id order by seconds) as place,
        count(*) over (partition by step_id) as total, count(seconds) over (partition by step_id) as timed
      from times
    )
    select step_id, max(total) as finished,
      avg(case when place in ((timed + 1) / 2, (timed + 2) / 2) then seconds end) as median_seconds
    from (select * from places where seconds is not null or timed = 0) as timed_places
    group by step_id
  ) as figures`
  const rows = await reader.db
    .select({
      step_id: sql<string>`step_id`,
      finished: sql<number>`finished`.mapWith(Number),
      median_seconds: sql<number | null>`median_seconds`,
    })
    .from(places)
  return new Map(
    rows.map((row) => [
      row.step_id,
      { ...row, median_seconds: row.median_seconds === null ? null : Math.round(Number(row.median_seconds)) },
    ]),
  )
}
