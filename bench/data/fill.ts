import Sqlite from 'better-sqlite3'
import pg from 'pg'
import type { Prepared } from './databases.ts'

/** Days over which the enrollments are spread. */
const DAYS = 150

/** The SQL that differs between the engines. */
interface Dialect {
  /** The time a number of days ago. */
  ago(days: string): string
  /** A series of row numbers. */
  rows: string
  /** An id similar to another one. */
  alike(id: string): string
  json: string
}

const SQLITE: Dialect = {
  ago: (days) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (${days}) || ' days')`,
  rows: 'rowid',
  alike: (id) => `substr(${id}, 1, 24) || 'e' || substr(${id}, 26)`,
  json: "'{}'",
}

const POSTGRES: Dialect = {
  ago: (days) => `now() - (${days}) * interval '1 day'`,
  rows: 'row_number() over (order by id)',
  alike: (id) => `cast(substr(${id}::text, 1, 24) || 'e' || substr(${id}::text, 26) as uuid)`,
  json: "'{}'::json",
}

/** Creates an enrollment in one of all statuses for every contact, and a mail for each. @returns ids to visit */
export async function fill({ database, workspace_id }: Prepared): Promise<Record<string, string>> {
  const filled = database.startsWith('postgres') ? await onPostgres(database) : onSqlite(database)
  const one = async (table: string) => await filled.one(table, workspace_id)
  const ids = {
    CONTACT: await one('contacts'),
    ORGANISATION: await one('organisations'),
    ENROLLMENT: await one('enrollments'),
  }
  await filled.close()
  return ids
}

const OLDEST = (key: string) => (table: string) =>
  `select id from ${table} where workspace_id = ${key} order by id limit 1`

function onSqlite(database: string) {
  const sqlite = new Sqlite(database)
  sqlite.pragma('synchronous = OFF')
  sqlite.exec(statements(SQLITE))
  return {
    one: (table: string, workspace_id: string) =>
      sqlite.prepare<[string], { id: string }>(OLDEST('?')(table)).get(workspace_id)?.id ?? '',
    close: () => sqlite.close(),
  }
}

async function onPostgres(database: string) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await client.query(statements(POSTGRES))
  await client.query('vacuum analyze')
  return {
    one: async (table: string, workspace_id: string) =>
      (await client.query<{ id: string }>(OLDEST('$1')(table), [workspace_id])).rows[0]?.id ?? '',
    close: () => client.end(),
  }
}

function statements({ ago, rows, alike, json }: Dialect): string {
  return `
    insert into enrollments (workspace_id, id, contact_id, guide_id, guide_version_id, organisation_id, status,
      progress_percentage, token_hash, metadata, created_at, updated_at, is_latest)
    select c.workspace_id, ${alike('c.id')}, c.id, g.id, g.published_version_id,
      c.organisation_id, case (c.seq / 5) % 4 when 0 then 'in_progress' when 1 then 'completed' when 2 then 'invited' else 'expired' end,
      0, 'filled-' || c.seq, ${json}, c.created_at, c.created_at, true
    from contacts c join guides g on g.workspace_id = c.workspace_id
    where not exists (select 1 from enrollments e where e.workspace_id = c.workspace_id and e.contact_id = c.id);
    update contacts set is_enrolled = true;
    create temp table numbered as select id as numbered_id, ${rows} as place from enrollments;
    create temp table spread as select numbered_id, (place * 7919 % 100000) / 100000.0 as part from numbered;
    create index spread_id on spread (numbered_id);
    update enrollments set
      created_at = ${ago(`${DAYS} * part`)},
      started_at = case when status in ('in_progress', 'completed') then ${ago(`${DAYS} * part * 0.9`)} end,
      last_activity_at = case when status in ('in_progress', 'completed') then ${ago(`${DAYS} * part * 0.5`)} end,
      completed_at = case when status = 'completed' then ${ago(`${DAYS} * part * 0.5`)} end,
      progress_percentage = case status when 'completed' then 100 when 'in_progress' then 50 else 0 end,
      ces_score = case when status = 'completed' then 1 + cast(floor(part * 7) as integer) end
    from spread where numbered_id = enrollments.id;
    update enrollments set updated_at = coalesce(last_activity_at, created_at);
    delete from counters where resource = 'enrollments';
    insert into counters (workspace_id, resource, guide_id, status, shard, value)
    select workspace_id, 'enrollments', guide_id, status, 0, count(*) from enrollments group by workspace_id, guide_id, status;
    insert into emails (workspace_id, id, kind, status, recipient, recipient_name, subject, enrollment_id, contact_id, attempts,
      created_at, updated_at)
    select workspace_id, id, 'reminder', 'sent', 'c@example.com', 'C', 'Your next step', id, contact_id, 1, created_at, created_at
    from enrollments;
    analyze;
  `
}
