/** The part of a `Pool` of the package `pg` that is used. */
export interface PostgresPool {
  /** How connections are made: further ones listen, and hold the lock that shows that this process runs. */
  readonly options: object
  connect(): Promise<{ release(destroy?: boolean | Error): void }>
}

/** A PostgreSQL database that other programs use as well: the tables are in a schema of their own. */
export type PostgresDatabase = (
  | {
      /** `postgres://user:password@host:port/database` */
      url: string
    }
  | {
      /** A pool of the package `pg`. It is shared with its owner, and stays open after `close`. */
      pool: PostgresPool
    }
) & {
  /** Created when it is missing. Lower-case letters, digits and `_`, at most 32. Defaults to `handrail`. */
  schema?: string
}
