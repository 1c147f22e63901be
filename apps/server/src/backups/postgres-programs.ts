import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { devNull } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { type Config, environmentWith } from '../configuration/config.ts'
import { Failure } from '../failure.ts'

/** The client programs of PostgreSQL. */
type Program = 'pg_dump' | 'pg_restore' | 'psql'

type Connecting = Pick<Config, 'database' | 'pgBin'>

/** A running program. */
interface Running {
  stdout: Readable
  stdin: Writable
  /** Resolves when it has ended without an error. @throws Failure */
  done: Promise<void>
  kill(): void
}

/** Requires programs, before anything is asked for or written. @throws Failure that says how to get a missing one */
export async function requirePrograms(programs: readonly Program[], { pgBin }: Pick<Config, 'pgBin'>): Promise<void> {
  for (const program of programs) {
    const asked = spawn(pathOf(program, pgBin), ['--version'], { stdio: 'ignore' })
    const failed = await new Promise<boolean>((resolve) => {
      asked.once('error', () => resolve(true))
      asked.once('close', (code) => resolve(code !== 0))
    })
    if (failed)
      throw new Failure(
        `${program} was not found${pgBin === undefined ? '' : ` in ${pgBin}`}. Install the client programs of PostgreSQL, of the version of the server or newer (on Debian: apt install postgresql-client), or set their folder with --pg-bin or HANDRAIL_PG_BIN`,
      )
  }
}

/** Writes the tables of Handrail to a file in the custom format of pg_dump, and reads all of it again. */
export async function dumpPostgres(config: Connecting, file: string): Promise<void> {
  await run('pg_dump', config, [
    ...['--format=custom', '--schema=public', '--no-owner', '--no-privileges', '--no-password', `--file=${file}`],
    ...connection(config.database),
  ])
  await run('pg_restore', config, [`--file=${devNull}`, file])
}

/** The rows of a table in an archive, each as the texts of its columns. @throws Failure if it is damaged */
export async function readArchived(config: Connecting, file: string, table: string): Promise<string[][]> {
  const running = start('pg_restore', config, ['--data-only', `--table=${table}`, '--file=-', file])
  let script = ''
  for await (const chunk of running.stdout) script += chunk
  await running.done
  const [, rows = ''] = script.split(/^COPY .*;\n/m)
  return rows
    .slice(0, rows.indexOf('\\.\n'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
}

/** The names of the tables in an archive. @throws Failure unless it is one */
export async function tablesOf(config: Connecting, file: string): Promise<string[]> {
  const running = start('pg_restore', config, ['--list', file])
  let list = ''
  for await (const chunk of running.stdout) list += chunk
  await running.done
  return [...list.matchAll(/^\d+; \d+ \d+ TABLE public (\S+)/gm)].map(([, name = '']) => name)
}

async function run(program: Program, config: Connecting, args: string[]): Promise<void> {
  const running = start(program, config, args)
  running.stdout.resume()
  await running.done
}

export function start(program: Program, { database, pgBin }: Connecting, args: string[]): Running {
  // No password among the arguments: other users of the machine see them.
  const password = decodeURIComponent(new URL(database).password)
  const env = environmentWith({
    PGCONNECT_TIMEOUT: '10',
    LC_ALL: 'C',
    ...(password !== '' && { PGPASSWORD: password }),
  })
  const child = spawn(pathOf(program, pgBin), args, { env })
  // Whoever writes to it learns of its end from `done`.
  child.stdin.on('error', () => undefined)
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-4000)
  })
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    if (code !== 0) throw failed(program, errors)
  })
  // It can fail before anybody waits for it.
  ended.catch(() => undefined)
  return { stdout: child.stdout, stdin: child.stdin, done: ended, kill: () => void child.kill('SIGKILL') }
}

function failed(program: Program, errors: string): Failure {
  const [, server] = /server version: (\d+)/.exec(errors) ?? []
  const [, client] = /pg_dump version: (\S+)/.exec(errors) ?? []
  if (server !== undefined && client !== undefined)
    return new Failure(
      `pg_dump ${client} is older than the server, which is PostgreSQL ${server}. Install the client programs of PostgreSQL ${server}, and set their folder with --pg-bin or HANDRAIL_PG_BIN`,
    )
  if (/unsupported version \(/.test(errors))
    return new Failure(
      'The backup was made by a newer pg_dump than this pg_restore. Install the client programs of that version, and set their folder with --pg-bin or HANDRAIL_PG_BIN',
    )
  const lines = errors.trim().split('\n')
  const reason = lines.find((line) => /(error|fatal):/i.test(line)) ?? lines.at(-1) ?? ''
  if (/No space left on device/.test(errors)) return new Failure(fullDisk('the backup'))
  return new Failure(`${program} failed: ${reason.replace(/^\w+: (?:error: )?/, '') || 'it gave no reason'}`)
}

export function fullDisk(of: string): string {
  return `The disk of ${of} is full. Free space on it, or keep fewer backups with --keep`
}

function pathOf(program: Program, pgBin: string | undefined): string {
  return pgBin === undefined ? program : join(pgBin, program)
}

/** The parameters of an address that libpq has, too. */
const SHARED = ['sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'application_name', 'connect_timeout', 'options']

/** The address as libpq takes it, without a password. */
export function connection(database: string): string[] {
  const url = new URL(database)
  url.password = ''
  const { searchParams: given } = url
  if (given.get('ssl') === 'true' || given.get('sslmode') === 'no-verify') given.set('sslmode', 'require')
  for (const name of [...given.keys()]) if (!SHARED.includes(name)) given.delete(name)
  return [`--dbname=${url.href}`]
}
