import { once } from 'node:events'
import {
  copyContents,
  isBucketUrl,
  pendingAfter,
  presentOnPostgres,
  verifyInstanceSecret,
} from '@handrail/core/internal'
import { keptUploads } from '../commands/database/replace-uploads.ts'
import { copyUploads } from '../commands/database/uploads.ts'
import type { Config } from '../configuration/config.ts'
import { Failure } from '../failure.ts'
import { connection, readArchived, start, tablesOf } from './postgres-programs.ts'

const MIGRATIONS = 'handrail_migrations'

interface Restoring {
  /** The local file. */
  archive: string
  /** The folder or bucket of its uploads. */
  uploads: string
  /** The backup as it was named. */
  named: string
  say(line: string): void
}

/** Puts the tables of an archive in the place of those in the database, in one transaction. The old ones are kept in a schema. */
export async function restorePostgres(config: Config, { archive, uploads, named, say }: Restoring): Promise<void> {
  const archived = await tablesOf(config, archive)
  if (!archived.includes(MIGRATIONS)) throw new Failure(`${named} is not a Handrail database`)
  const migrations = await readArchived(config, archive, MIGRATIONS)
  pendingAfter(
    'postgres',
    migrations.map(([, hash = '', created_at = '']) => ({ hash, created_at })),
  )
  await requireRightSecret(config, archive, named)
  const present = await requireFree(config.database)
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  // Contents never change, and have names of their own: both databases find theirs, whenever this is interrupted.
  const kept = keptUploads(config.files, time)
  const isKept = !isBucketUrl(config.files) && present.length > 0 && copyUploads(config.files, kept, true) > 0
  await copyContents({ from: uploads, to: config.files })
  const aside = `handrail_before_restore_${time.toLowerCase()}`
  await replace(config, archive, present.length > 0 ? setAside(aside) : '')
  if (present.length > 0)
    say(`The old tables are kept in the schema ${aside}. To remove them: drop schema ${aside} cascade`)
  if (isKept) say(`The old uploads are kept in ${kept}`)
}

async function requireRightSecret(config: Config, archive: string, named: string): Promise<void> {
  if (config.secret === undefined) throw new Failure('Set HANDRAIL_SECRET to the one that the backup was made with')
  const [[, canary] = []] = await readArchived(config, archive, 'canaries')
  if (verifyInstanceSecret(config, { canary }) === false)
    throw new Failure(
      `HANDRAIL_SECRET does not match ${named}. Nothing was changed: provide the right key, and restore again`,
    )
}

/** The tables that are in the way. @throws Failure while a server uses them, or if they are of another program */
async function requireFree(database: string): Promise<string[]> {
  const { tables, isServed } = await presentOnPostgres(database)
  if (isServed) throw new Failure('A server is using the database. Stop it, restore, and start it again')
  if (tables.length > 0 && !tables.includes(MIGRATIONS))
    throw new Failure(
      `The database has tables of another program: ${tables.slice(0, 3).join(', ')}. Restore into a database of its own`,
    )
  return tables
}

/** Moves tables, with what belongs to them, sequences and functions to another schema, except those of extensions. */
function setAside(schema: string): string {
  return `create schema ${schema};
do $$ declare one record; begin
  for one in select format('alter %s public.%I set schema ${schema}', case relkind when 'S' then 'sequence' else 'table' end, relname) as move
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('e', 'a', 'i'))
  union all select format('alter routine %s set schema ${schema}', p.oid::regprocedure) from pg_proc p
    where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop execute one.move; end loop;
end $$;
`
}

/** Removes a setting of newer servers alone, which pg_restore writes for any at the head of a script. */
function withoutUnknown(head: Buffer): Buffer {
  const setting = Buffer.from('SET transaction_timeout = 0;\n')
  const at = head.indexOf(setting)
  return at < 0 ? head : Buffer.concat([head.subarray(0, at), head.subarray(at + setting.length)])
}

/** Runs the archive as one transaction: without its last line, nothing is changed. */
async function replace(config: Config, archive: string, first: string): Promise<void> {
  const script = start('pg_restore', config, ['--schema=public', '--no-owner', '--no-privileges', '--file=-', archive])
  const psql = start('psql', config, [
    ...['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1', '--file=-'],
    ...connection(config.database),
  ])
  psql.stdout.resume()
  const failed = psql.done.catch((error: unknown) => {
    script.kill()
    throw error
  })
  psql.stdin.write(
    `begin;\nset statement_timeout = 0;\nset lock_timeout = '10s';\n${first}create extension if not exists pg_trgm with schema public;\n`,
  )
  try {
    await Promise.race([failed, sendScript()])
    await failed
  } finally {
    psql.kill()
  }

  async function sendScript(): Promise<void> {
    let head = true
    for await (const chunk of script.stdout) {
      const text = head ? withoutUnknown(chunk) : chunk
      head = false
      if (!psql.stdin.write(text)) await once(psql.stdin, 'drain')
    }
    // A script that broke off is not committed.
    await script.done
    psql.stdin.end('commit;\n')
  }
}
