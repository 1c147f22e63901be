import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined in a run without PostgreSQL. */
    postgresUrl: string | undefined
  }
}

/** Creates an empty database that no other test knows and returns its URL. It goes when the run ends. */
export async function freshPostgresDatabase(): Promise<string> {
  const address = inject('postgresUrl')
  if (address === undefined) throw new Error('There is no PostgreSQL: this run has HANDRAIL_TEST_POSTGRES=none')
  const url = new URL(address)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  url.pathname = name
  return url.href
}
