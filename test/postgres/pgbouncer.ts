import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { accountForRoot } from './postgres-files.ts'

export interface PgBouncer {
  /** An address of the same database through it. */
  url: string
  stop(): Promise<void>
}

/** Debian installs it where only the search path of root looks. */
const PATH = `${process.env.PATH ?? ''}:/usr/sbin`

/** Whether PgBouncer is installed on this machine. */
export function hasPgBouncer(): boolean {
  return spawnSync('pgbouncer', ['--version'], { env: { PATH } }).status === 0
}

/**
 * Starts PgBouncer in front of a database, in transaction mode and otherwise as it is shipped.
 * @param connections to the database: few, so that the transactions of a client are on different ones
 */
export async function startPgBouncer(address: string, connections = 3): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(address)
  const directory = await mkdtemp(join(tmpdir(), 'handrail-pgbouncer-'))
  const own = await freePort()
  const configuration = join(directory, 'pgbouncer.ini')
  const database = pathname.slice(1)
  await writeFile(
    configuration,
    `[databases]
${database} = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
`,
    { mode: 0o600 },
  )
  const account = await accountForRoot()
  if (account) for (const path of [directory, configuration]) await chown(path, account.uid, account.gid)
  const program = spawn('pgbouncer', [configuration], {
    env: { PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  })
  const exited = once(program, 'close')
  await new Promise<void>((resolve, reject) => {
    let log = ''
    program.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-4000)
      if (log.includes('process up')) resolve()
    })
    program.once('error', reject)
    program.once('close', () => reject(new Error(`PgBouncer did not start:\n${log}`)))
  })
  const url = new URL(address)
  url.hostname = '127.0.0.1'
  url.port = String(own)
  return {
    url: url.href,
    async stop() {
      program.kill('SIGTERM')
      await exited
      await rm(directory, { recursive: true, force: true })
    },
  }
}
