import pg from 'pg'
import { connectionTo, type Place } from '../postgres/place.postgres.ts'
import { type Applied, pendingAfter, withStatements } from './migrate.ts'

const TABLE = 'handrail_migrations'
/** An arbitrary number, the same in every process: whoever holds this advisory lock migrates. */
const ADVISORY_LOCK = 4_817_220_931
const EXTENSION = 'pg_trgm'

const CONNECT_MS = 5000

/** @throws AppError when the database is newer than the program, or was made by other migrations */
export async function pendingOnPostgres(client: pg.Pool | pg.Client): Promise<string[]> {
  if (!(await isKnownTo(client))) return pendingAfter('postgres', [])
  return pendingAfter('postgres', (await client.query<Applied>(`select hash, created_at from ${TABLE}`)).rows)
}

async function isKnownTo(client: pg.Pool | pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>('select to_regclass($1) is not null as known', [TABLE])
  return rows[0]?.known === true
}

/**
 * Applies what is pending, all or nothing, once however many processes start together. It may take as long as it takes.
 * @param before called first where the database has data
 */
export async function migratePostgres(
  place: Place,
  before?: (pending: readonly string[]) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    ...connectionTo(place),
    application_name: 'handrail migrate',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: 0,
    query_timeout: 0,
  })
  // What breaks the connection is told to whoever waits for an answer.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    const inPlace = place.isBeside ? await prepareSchema(client, place.schema) : (sql: string) => sql
    if (place.isBeside) {
      // Others need not wait for the migrations of this schema.
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`handrail migrate ${place.schema}`])
      await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK])
    }
    const pending = await pendingOnPostgres(client)
    if (pending.length > 0 && (await isKnownTo(client))) await before?.(pending)
    await migrate(client, { schema: place.schema, pending, inPlace })
  } finally {
    // And with it the lock.
    await client.end()
  }
}

interface Migrating {
  schema: string
  pending: readonly string[]
  inPlace(sql: string): string
}

async function migrate(client: pg.Client, { schema, pending, inPlace }: Migrating): Promise<void> {
  if (pending.length === 0) return
  await client.query('begin')
  await client.query(
    `create table if not exists ${schema}.${TABLE} (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const { values, sql } of await withStatements('postgres', pending)) {
    await client.query(inPlace(sql))
    await client.query(`insert into ${schema}.${TABLE} (hash, created_at) values ($1, $2)`, [...values])
  }
  await client.query('commit')
}

/**
 * Makes a schema, and the extension that it needs: a database has an extension once, in one schema, for all. From then on the schema
 * is the only one that names are looked up in, so no table of others is touched.
 * @returns what makes a migration one for this schema
 */
async function prepareSchema(client: pg.Client, schema: string): Promise<(sql: string) => string> {
  const { rows } = await client.query('select to_regnamespace($1) is not null as known', [schema])
  // Not `if not exists`, which asks for the right to make schemas also where there is nothing to make.
  if (!rows[0].known) await client.query(`create schema ${schema}`)
  await client.query(`set search_path = ${schema}`)
  const find = () =>
    client.query<{ schema: string }>(
      'select quote_ident(nspname) as schema from pg_extension join pg_namespace n on n.oid = extnamespace where extname = $1',
      [EXTENSION],
    )
  let [found] = (await find()).rows
  if (!found) {
    await client.query(`create extension if not exists ${EXTENSION} schema public`)
    found = (await find()).rows[0]
  }
  const operators = `${found?.schema ?? 'public'}.gin_trgm_ops`
  return (sql) =>
    sql
      .replaceAll('"public".', `${schema}.`)
      .replace(/^create extension if not exists pg_trgm;/im, '')
      .replaceAll(/\bgin_trgm_ops\b/g, operators)
}
