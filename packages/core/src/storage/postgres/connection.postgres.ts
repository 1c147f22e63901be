import { hash } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Connection, PreparedStatement } from '../connection.ts'
import type { Dialect } from '../dialect.ts'
import type { SettledTime } from './clock.postgres.ts'
import type { Place } from './place.postgres.ts'

/**
 * Short names for statements, the same on every connection of a pool: each prepares one at its first use.
 * @param place of the statements; on a pool of another owner a name means the same to all that use it
 */
export function statementNames({ pool, schema }: Place): (statement: string) => string {
  const names = new Map<string, string>()
  return (statement) => {
    const last = pool ? hash('sha256', `${schema} ${statement}`).slice(0, 32) : names.size
    const name = names.get(statement) ?? `handrail_${last}`
    names.set(statement, name)
    return name
  }
}

export function connectPostgres(
  client: pg.Pool | pg.PoolClient,
  { nameOf, settled, dialect }: { nameOf: (sql: string) => string; settled: SettledTime; dialect: Dialect },
): Connection {
  const selects = new Map<string, PreparedStatement<unknown[]>>()
  const changes = new Map<string, PreparedStatement<pg.QueryResult>>()
  const query = (sql: string, values: readonly unknown[]) =>
    client.query({ name: nameOf(sql), text: sql, values: [...values] })
  return {
    dialect,
    builders: drizzle(client),
    statementName: nameOf,
    settled: () => settled(client),
    statements: new Map(),
    execute: (statement, values) => statement.execute(values),
    select(name, build, values) {
      let statement = selects.get(name)
      if (!statement) {
        statement = build().statement.prepare(nameOf(name))
        selects.set(name, statement)
      }
      return statement.execute(values)
    },
    async change(name, build, values) {
      let statement = changes.get(name)
      if (!statement) {
        // Of what answers no rows, the driver's result is all that there is.
        statement = build().prepare(nameOf(name)) as PreparedStatement<pg.QueryResult>
        changes.set(name, statement)
      }
      return (await statement.execute(values)).rowCount ?? 0
    },
    rows: async (sql, values) => (await query(sql, values)).rows,
    run: async (sql, values) => (await query(sql, values)).rowCount ?? 0,
  }
}
