import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { chown, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { execute, type Installation, prepareInstallation } from './postgres-files.ts'

export interface PostgresServer {
  url: string
  /** Ends it and removes its files. */
  stop(): Promise<void>
  /** Stops it in one of its three ways (PostgreSQL 18.5), and starts it again. @param down how long it is away */
  restart(how: 'fast' | 'immediate', down?: number): Promise<void>
  /** Stops all its processes where they are, as a machine that hangs. @returns lets them go on */
  pause(): () => void
}

/**
 * Starts an empty PostgreSQL on a free port of this machine.
 * With `durable` it writes as a production server does, which benchmarks and faults need.
 * @param bin the folder of the programs of another PostgreSQL
 */
export async function startPostgres({
  durable = false,
  bin,
}: {
  durable?: boolean
  bin?: string
} = {}): Promise<PostgresServer> {
  const installation = await prepareInstallation(bin)
  const password = randomBytes(16).toString('hex')
  await initialise(installation, password, durable)

  const port = await freePort()
  let server = await serve(installation, port, durable)
  // For a run that ends without its teardown: nothing may stay behind.
  const abandon = () => {
    server.kill('SIGQUIT')
    rmSync(installation.directory, { recursive: true, force: true })
  }
  process.once('exit', abandon)

  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off('exit', abandon)
      server.kill('SIGINT')
      await server.exited
      await rm(installation.directory, { recursive: true, force: true })
    },
    async restart(how, down = 0) {
      server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await server.exited
      await sleep(down)
      server = await serve(installation, port, durable)
    },
    pause() {
      const processes = [server.pid, ...childrenOf(server.pid)]
      for (const pid of processes) signal(pid, 'SIGSTOP')
      return () => {
        for (const pid of processes) signal(pid, 'SIGCONT')
      }
    },
  }
}

/** Each of them leads a process group of its own, so that they cannot be told together. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // The process has ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

async function initialise({ directory, initdb, account }: Installation, password: string, durable: boolean) {
  const isModern = await hasBuiltinLocale(initdb)
  const passwordFile = join(directory, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account) await chown(passwordFile, account.uid, account.gid)
  // Letters beyond ASCII must fold and be indexed as on a usual server, which the C locale does not do.
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'
  await execute(
    initdb,
    [
      ...[`--pgdata=${join(directory, 'data')}`, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=password'],
      ...[
        '--encoding=UTF8',
        `--locale=${locale}`,
        ...(isModern ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
        // Each of a thousand connections would compute the usual 4,096 rounds for its password.
        ...(isModern && !durable ? ['--set', 'scram_iterations=1'] : []),
      ],
      ...['--no-sync', '--no-instructions'],
    ],
    account,
  )
}

/** Since PostgreSQL 17. */
async function hasBuiltinLocale(initdb: string): Promise<boolean> {
  return (await execute(initdb, ['--help'])).includes('--builtin-locale')
}

async function serve({ directory, postgres, account }: Installation, port: number, durable: boolean) {
  const onlyFast = {
    // The data lives as long as the run: durability would only cost time.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // It would visit each of hundreds of databases again and again.
    autovacuum: 'off',
  }
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 300,
    ...(durable ? {} : onlyFast),
    // Tests provoke errors on purpose; `log` still tells when the server is ready.
    log_min_messages: 'log',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(postgres, ['-D', join(directory, 'data'), ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  })
  const exited = new Promise<void>((resolve) => server.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    let log = ''
    server.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-4000)
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('close', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
  })
  return { exited, pid: server.pid ?? 0, kill: (name: NodeJS.Signals) => server.kill(name) }
}
