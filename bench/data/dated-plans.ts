import { closeSync, fsyncSync, openSync } from 'node:fs'
import { createHandrail, operations } from '@handrail/core'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import type { Prepared } from './databases.ts'
import { SECRET } from './seed.ts'

const { createContact, createEnrollment, createGuide, createUser, publishGuide } = operations

const SECTIONS = 4
const STEPS_OF_SECTION = 10
/** Each of so many steps is the team's. */
const EACH_TEAMS = 5
/** Dates are spread over so many days, of which half have passed. */
const DAYS = 60
/** Of so many enrollments, the dates of one turn when the job runs. */
const ONE_TURNS_OF = 50

interface Dialect {
  /** A number of days after a date. */
  dayAfter(date: string, days: string): string
  rows: string
  alike(id: string): string
  /** The time a number of seconds from now. */
  inSeconds(seconds: string): string
}

const SQLITE: Dialect = {
  dayAfter: (date, days) => `date(${date}, (${days}) || ' days')`,
  rows: 'rowid',
  alike: (id) => `substr(${id}, 1, 24) || 'd' || substr(${id}, 26)`,
  inSeconds: (seconds) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (${seconds}) || ' seconds')`,
}

const POSTGRES: Dialect = {
  dayAfter: (date, days) => `to_char(${date}::date + (${days})::integer, 'YYYY-MM-DD')`,
  rows: 'row_number() over (order by id)',
  alike: (id) => `cast(substr(${id}::text, 1, 24) || 'd' || substr(${id}::text, 26) as uuid)`,
  inSeconds: (seconds) => `now() + (${seconds}) * interval '1 second'`,
}

/**
 * Enrolls all contacts in a guide of 40 dated steps, as copies of one enrollment whose dates are spread over some weeks.
 * @returns a member who does a share of the steps of the team
 */
export async function fillDatedPlans({ database, workspace_id }: Prepared): Promise<{ member: string }> {
  const { member, enrollment } = await enrollOne(database, workspace_id)
  const isPostgres = database.startsWith('postgres')
  const statements = copies(isPostgres ? POSTGRES : SQLITE, { enrollment, member })
  if (isPostgres) {
    const client = new pg.Client({ connectionString: database })
    await client.connect()
    await client.query(statements)
    await client.query('vacuum analyze')
    await client.end()
  } else {
    const sqlite = new Sqlite(database)
    sqlite.pragma('synchronous = OFF')
    sqlite.exec(`${statements} analyze;`)
    sqlite.close()
    // Otherwise the first checkpoint of the measured process would wait for all of it.
    const file = openSync(database, 'r+')
    fsyncSync(file)
    closeSync(file)
  }
  return { member }
}

async function enrollOne(database: string, workspace_id: string) {
  const handrail = await createHandrail({ database, secret: SECRET, upkeep: false })
  const bound = await handrail.asSystem(workspace_id)
  const person = {
    email: 'planner@example.com',
    name: 'Robin',
    role: 'editor' as const,
    password: 'correct horse battery',
  }
  const { data: user } = await bound.invoke(createUser, person)
  const sections = Array.from({ length: SECTIONS }, (_, section) => ({
    title: `Section ${section}`,
    steps: Array.from({ length: STEPS_OF_SECTION }, (_step, step) => ({
      title: `Step ${section}.${step}`,
      ...(step % EACH_TEAMS === 0 && { responsible: 'team', assignee_id: user.id }),
      due:
        section + step === 0
          ? { days: 1, from: 'enrolled' as const }
          : { days: 1, from: step === 0 ? ('opened' as const) : ('previous' as const) },
    })),
  }))
  const { data: guide } = await bound.invoke(createGuide, { title: 'Roll out', target_after_days: 50, sections })
  await bound.invoke(publishGuide, { id: guide.id })
  const { data: contact } = await bound.invoke(createContact, { email: 'first@plans.example', first_name: 'First' })
  const { data } = await bound.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
  const columns = await handrail.database.read(async ({ tables }) => ({
    enrollments: Object.keys(tables.enrollments),
    steps: Object.keys(tables.enrollment_steps),
  }))
  await handrail.close()
  return { member: user.id, enrollment: { id: data.id, guide_id: guide.id, columns } }
}

interface Filled {
  member: string
  enrollment: { id: string; guide_id: string; columns: { enrollments: string[]; steps: string[] } }
}

/** `insert into ... select` of all columns, of which some are others. */
function copyOf(table: string, columns: string[], from: string, others: Record<string, string>): string {
  const kept = columns.filter((name) => /^[a-z_]+$/.test(name) && name !== 'getSQL' && name !== 'shouldOmitSQLParens')
  const values = kept.map((name) => others[name] ?? `t.${name}`)
  return `insert into ${table} (${kept.join()}) select ${values.join()} from ${from};`
}

function copies({ dayAfter, rows, alike, inSeconds }: Dialect, { enrollment, member }: Filled): string {
  const { id, guide_id, columns } = enrollment
  const shift = `(n.place % ${DAYS}) - ${DAYS / 2}`
  return `
    create temp table others as select workspace_id, id, organisation_id, sort_name from contacts
      where email <> 'first@plans.example' and deleted_at is null;
    create temp table numbered as select id, ${rows} as place from others;
    create index numbered_id on numbered (id);
    update enrollments set is_latest = false where guide_id <> '${guide_id}';
    ${copyOf(
      'enrollments',
      columns.enrollments,
      `enrollments t cross join others c join numbered n on n.id = c.id where t.id = '${id}'`,
      {
        id: alike('c.id'),
        contact_id: 'c.id',
        contact_sort_name: 'c.sort_name',
        organisation_id: 'c.organisation_id',
        token_hash: "'planned-' || n.place",
        target_date: dayAfter('t.target_date', shift),
        target_order: dayAfter('t.target_date', shift),
        health: "case n.place % 5 when 0 then 'late' when 1 then 'at_risk' else 'on_track' end",
        health_turns_at: inSeconds(`case when n.place % ${ONE_TURNS_OF} = 0 then -60 else 864000 end`),
      },
    )}
    ${copyOf(
      'enrollment_steps',
      columns.steps,
      `enrollment_steps t cross join numbered n where t.enrollment_id = '${id}'`,
      {
        enrollment_id: alike('n.id'),
        due_on: dayAfter('t.due_on', shift),
        assignee_id: `case when t.assignee_id is not null and n.place % 100 = 0 then t.assignee_id end`,
      },
    )}
    update enrollments set assignee_id = '${member}' where token_hash like 'planned-%00';
  `
}
