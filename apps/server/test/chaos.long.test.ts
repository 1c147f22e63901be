import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/postgres/postgres-server.ts'
import { useProgram } from '../../../test/program.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { expectComplete, isDelivered, openRows, startLoad } from './load.ts'
import { hasStarted } from './processes/connection.ts'

/** A few for every run of the tests, 50 to be sure. */
const FAULTS = Number(process.env.HANDRAIL_TEST_CHAOS_FAULTS ?? 4)
const WRITERS = { creating: 3, changing: 1 }
const SECRET = 'a secret of the tests, long enough for anybody'

type Fault = (postgres: PostgresServer) => Promise<void>

/** What becomes of databases: connections that are ended, restarts, crashes, and a machine that hangs. */
const KINDS: Record<string, Fault> = {
  terminate: async ({ url }) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'handrail%'")
    await client.end()
  },
  restart: (postgres) => postgres.restart('fast', Math.random() * 500),
  crash: (postgres) => postgres.restart('immediate', Math.random() * 500),
  pause: async (postgres) => {
    const goOn = postgres.pause()
    await sleep(200 + Math.random() * 1000)
    goOn()
  },
}

const { run, serve } = useProgram()
let postgres: PostgresServer
beforeEach(async () => {
  postgres = await startPostgres({ durable: true })
}, 60_000)
afterEach(() => postgres.stop())

/** Servers on one database, and the processes of each. */
const SERVICES = [
  { count: 1, processes: 1 },
  { count: 2, processes: 1 },
  { count: 1, processes: 2 },
]

describe.runIf(process.platform === 'linux').each(SERVICES)(
  'servers: $count, processes of each: $processes (Linux: PostgreSQL is paused by its processes)',
  ({ count, processes }) => {
    test('faults of PostgreSQL during writes and deliveries lose nothing and end no process', async () => {
      const receiver = await startReceiver()
      const unlimited = { HANDRAIL_RATE_LIMIT_MINUTE: '0', HANDRAIL_RATE_LIMIT_HOUR: '0' }
      const environment = { DATABASE_URL: postgres.url, HANDRAIL_SECRET: SECRET, ...unlimited }
      const setUp = { HANDRAIL_SETUP_EMAIL: 'ada@example.com', HANDRAIL_SETUP_WORKSPACE: 'Chaos' }
      const flags = ['--processes', String(processes)]
      const servers = [await serve(flags, { environment: { ...environment, ...setUp } })]
      while (servers.length < count) servers.push(await serve(flags, { environment }))
      if (processes > 1) for (const server of servers) await hasStarted(server, processes)
      const key = await run(['create-key', '--name', 'chaos', '--scopes', 'all'], { environment })
      const load = await startLoad({ servers: () => servers, token: key.stdout.trim(), receiver, writers: WRITERS })
      await load.someMore()
      const names = Object.keys(KINDS)
      const recoveries: number[] = []
      for (let number = 0; number < FAULTS; number++) {
        await KINDS[names[number % names.length] ?? '']?.(postgres)
        const began = performance.now()
        await load.someMore()
        recoveries.push(Math.round(performance.now() - began))
      }
      await load.stop()
      // For whoever wants to know how long it takes; what is asserted is that it comes.
      if (process.env.HANDRAIL_TEST_CHAOS_FAULTS)
        console.info(`ms until every server wrote again: ${recoveries.join()}`)

      const { rows, close } = await openRows(postgres.url)
      await isDelivered(rows)
      // A crash of PostgreSQL undoes the last outcomes of deliveries, which do not wait for the disk.
      await expectComplete(rows, { load, receiver, isForgetful: true })
      await close()
      for (const server of servers) {
        expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
        server.kill('SIGTERM')
        const { code, signal, stderr } = await server.ended
        expect({ code, signal }).toEqual({ code: 0, signal: null })
        expect(stderr).not.toContain('a process ended')
      }
      await receiver.close()
    }, 900_000)
  },
)
