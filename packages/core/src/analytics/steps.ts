import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../storage/database.ts'
import { newestOf, type SampleQuery } from './sample.ts'

interface Figures {
  finished: number
  /** Median time since the previous step, or since the start. */
  median_seconds: number | null
}

/** The number of completions of each step and their duration, by the id of the step. */
export function stepFigures(reader: Reader, asked: SampleQuery): Promise<Map<string, Figures>> {
  return figuresBy(reader, asked, sql`select step_id as group_key, seconds from durations`)
}

/** The same of all steps of each side and role. @param responsible who does each step, by its id */
export async function roleFigures(
  reader: Reader,
  asked: SampleQuery,
  responsible: ReadonlyMap<string, string>,
): Promise<Map<string, Figures>> {
  if (responsible.size === 0) return new Map()
  const pairs = [...responsible].map(([step_id, role]) => sql`(cast(${step_id} as text), cast(${role} as text))`)
  return figuresBy(
    reader,
    asked,
    sql`select roles.role as group_key, durations.seconds as seconds
      from durations join (with named (step_id, role) as (values ${sql.join(pairs, sql`, `)}) select * from named) as roles
        on roles.step_id = cast(durations.step_id as text)`,
  )
}

/**
 * The number of completions and their duration by group, computed in the database. `cross join` makes SQLite read the sampled
 * enrollments first, and then their completions.
 * @param groups a query of `group_key` and `seconds` from `durations`, which has each completion
 */
async function figuresBy(reader: Reader, asked: SampleQuery, groups: SQL): Promise<Map<string, Figures>> {
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
    durations as (select step_id, ${seconds} as seconds from done),
    times as (${groups}),
    places as (
      select group_key, seconds, row_number() over (partition by group_key order by seconds) as place,
        count(*) over (partition by group_key) as total, count(seconds) over (partition by group_key) as timed
      from times
    )
    select group_key, max(total) as finished,
      avg(case when place in ((timed + 1) / 2, (timed + 2) / 2) then seconds end) as median_seconds
    from (select * from places where seconds is not null or timed = 0) as timed_places
    group by group_key
  ) as figures`
  const rows = await reader.db
    .select({
      group_key: sql<string>`group_key`,
      finished: sql<number>`finished`.mapWith(Number),
      median_seconds: sql<number | null>`median_seconds`,
    })
    .from(places)
  return new Map(
    rows.map(({ group_key, finished, median_seconds }) => [
      group_key,
      { finished, median_seconds: median_seconds === null ? null : Math.round(Number(median_seconds)) },
    ]),
  )
}
