import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '../../packages/core/src/storage/open.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined in a run without PostgreSQL. */
    postgresUrl: string | undefined
  }
}

/** Brought up to date once for all tests, which copy it. */
const TEMPLATE = 'handrail_template'

/** Creates an empty database that no other test knows and returns its URL. It goes when the run ends. */
export function freshPostgresDatabase(): Promise<string> {
  return created((client, name) => client.query(`create database ${name} strategy file_copy`))
}

/** Like `freshPostgresDatabase`, with all tables, which saves migrations in each test. */
export function migratedPostgresDatabase(): Promise<string> {
  return created(async (client, name, urlOf) => {
    // The first caller creates it, and the others wait.
    await client.query("select pg_advisory_lock(hashtext('template'))")
    const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE])
    if (rowCount === 0) {
      const unfinished = `${TEMPLATE}_unfinished`
      await client.query(`drop database if exists ${unfinished}`)
      await client.query(`create database ${unfinished}`)
      await (await openDatabase({ database: urlOf(unfinished) })).close()
      await client.query(`alter database ${unfinished} rename to ${TEMPLATE}`)
    }
    await client.query("select pg_advisory_unlock(hashtext('template'))")
    // Block by block through the log, which is the default, costs five times as much.
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  })
}

async function created(create: (client: Client, name: string, urlOf: (name: string) => string) => Promise<unknown>) {
  const address = inject('postgresUrl')
  if (address === undefined) throw new Error('There is no PostgreSQL: this run has HANDRAIL_TEST_POSTGRES=none')
  const urlOf = (name: string) => {
    const url = new URL(address)
    url.pathname = name
    return url.href
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: address })
  await client.connect()
  await create(client, name, urlOf).finally(() => client.end())
  return urlOf(name)
}
