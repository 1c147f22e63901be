import type { PostgresDatabase } from './postgres/postgres-database.ts'

export interface OpenOptions {
  /**
   * `postgres://...`, the path of an SQLite file (created when it is missing), or `:memory:`. An object for a PostgreSQL
   * database that other programs use as well: `{ url, schema }` or `{ pool, schema }`.
   */
  database: string | PostgresDatabase
  /**
   * Keeps the lock of an SQLite file until `close`, so that no second instance serves it, in this process or another one, and fails at once
   * where another program writes to it. By default an instance with upkeep keeps the lock, and waits for other programs.
   */
  exclusive?: boolean
  /** @internal Keeps the lock alone. */
  isLocked?: boolean
  /** Connections of the pool that is made for the address of a PostgreSQL database. Defaults to 10. */
  poolSize?: number | undefined
  /**
   * The address of a pooler in transaction mode, such as PgBouncer, in front of the PostgreSQL database whose own address `database`
   * has. Transactions and reads go through it; what needs a session of its own, such as notifications and migrations, does not.
   */
  pooler?: string | undefined
  /** A clock to use instead of the system's or the database's. */
  now?: (() => Date) | undefined
  /**
   * Called before migrations are applied to a database that has data, while no other process can apply them. When it rejects,
   * nothing is migrated.
   * @param pending the names of the migrations
   */
  beforeMigrations?: ((pending: readonly string[]) => Promise<void>) | undefined
}
