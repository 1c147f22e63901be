import { z } from 'zod'
import { credentialsUrl } from './credentials-url.ts'
import { given } from './setting.ts'

/** The settings of a PostgreSQL database. */
export const DatabaseSettings = {
  databaseUrl: credentialsUrl(/^postgres(ql)?$/, 'must look like postgres://user:password@host:5432/database')
    .optional()
    .describe(
      'PostgreSQL database to use instead of SQLite; several processes can share it. Percent-encode special characters of the password: `@` is `%40`, `#` is `%23`, `/` is `%2F`. Pass a password in the variable: flags are visible to every user of the machine',
    )
    .register(given, {
      flag: '--database-url <url>',
      environment: 'DATABASE_URL',
      default: 'SQLite in the data folder',
    }),
  databasePoolerUrl: credentialsUrl(/^postgres(ql)?$/, 'must look like postgres://user:password@host:6432/database')
    .optional()
    .describe(
      'Pooler in transaction mode, such as PgBouncer, in front of the database of `DATABASE_URL`, which stays the address of PostgreSQL itself',
    )
    .register(given, {
      flag: '--database-pooler-url <url>',
      environment: 'DATABASE_POOLER_URL',
      default: 'connections to PostgreSQL itself',
    }),
  databasePool: z
    .string()
    .regex(/^\d{1,3}$/, { error: 'must be a number from 2 to 200', abort: true })
    .transform(Number)
    .refine((size) => size >= 2 && size <= 200, 'must be a number from 2 to 200')
    .optional()
    .describe('Connections to PostgreSQL that a process uses for its work, or to the pooler')
    .register(given, {
      flag: '--database-pool <number>',
      environment: 'HANDRAIL_DATABASE_POOL',
      default: '`10`, fewer with several processes',
    }),
}
