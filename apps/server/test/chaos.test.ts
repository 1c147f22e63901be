import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/postgres/postgres-server.ts'
import { type Server, useProgram } from '../../../test/program.ts'
import { startReceiver } from '../../../test/receiver.ts'

/** A few for every run of the tests, 50 to be sure. */
const FAULTS = Number(process.env.HANDRAIL_TEST_CHAOS_FAULTS ?? 4)
const WRITERS = 4
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
    const followImport = postgres.pause()
    await sleep(200 + Math.random() * 1000)
    followImport()
  },
}

const { run, serve } = useProgram()
let postgres: PostgresServer
beforeEach(async () => {
  postgres = await startPostgres({ durable: true })
}, 60_000)
afterEach(() => postgres.stop())

describe.runIf(process.platform === 'linux').each([1, 2])(
  'with %i process (Linux: the server is paused by its processes)',
  (processes) => {
    test('faults of PostgreSQL during writes and deliveries lose nothing and end no process', async () => {
      const receiver = await startReceiver()
      const unlimited = { HANDRAIL_RATE_LIMIT_MINUTE: '0', HANDRAIL_RATE_LIMIT_HOUR: '0' }
      const environment = { DATABASE_URL: postgres.url, HANDRAIL_SECRET: SECRET, ...unlimited }
      const setUp = { HANDRAIL_SETUP_EMAIL: 'ada@example.com', HANDRAIL_SETUP_WORKSPACE: 'Chaos' }
      const servers = [await serve([], { environment: { ...environment, ...setUp } })]
      while (servers.length < processes) servers.push(await serve([], { environment }))
      const key = await run(['create-key', '--name', 'chaos', '--scopes', 'all'], { environment })
      const token = key.stdout.trim()
      const hook = { webhook_endpoint: { url: receiver.url(), events: ['organisation.created'] } }
      expect((await post(servers[0] as Server, token, 'webhook_endpoints', hook)).status).toBe(201)

      const writing = writers(servers, token)
      await writing.someMore()
      const names = Object.keys(KINDS)
      const recoveries: number[] = []
      for (let number = 0; number < FAULTS; number++) {
        await KINDS[names[number % names.length] ?? '']?.(postgres)
        const began = performance.now()
        await writing.someMore()
        recoveries.push(Math.round(performance.now() - began))
      }
      await writing.stop()
      // For whoever wants to know how long it takes; what is asserted is that it comes.
      if (process.env.HANDRAIL_TEST_CHAOS_FAULTS)
        console.info(`ms until every server wrote again: ${recoveries.join()}`)

      expect(writing.wrong).toEqual([])
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      const column = async (sql: string): Promise<string[]> => (await client.query(sql)).rows.map(({ value }) => value)
      const kept = new Set(await column('select id::text as value from organisations'))
      expect([...writing.acknowledged].filter((id) => !kept.has(id))).toEqual([])
      const events = await column("select id as value from events where type = 'organisation.created'")
      expect(events).toHaveLength(kept.size)
      const unsettled = () => column("select id::text as value from webhook_deliveries where status <> 'succeeded'")
      await expect.poll(unsettled, { timeout: 120_000, interval: 200 }).toEqual([])
      const arrived = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
      expect(events.filter((id) => !arrived.has(id))).toEqual([])
      await client.end()
      for (const server of servers) {
        expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
        server.kill('SIGTERM')
        expect(await server.ended).toMatchObject({ code: 0, signal: null })
      }
      await receiver.close()
    }, 900_000)
  },
)

/** Creates organisations through all servers until it is stopped. */
function writers(servers: readonly Server[], token: string) {
  const acknowledged = new Set<string>()
  const written = new Map(servers.map((server) => [server, 0]))
  const wrong: unknown[] = []
  let stopped = false

  async function write(server: Server, number: number): Promise<void> {
    for (let i = 0; !stopped; i++) {
      try {
        const organisation = { name: `${number}-${i}` }
        const { status, retryAfter, id } = await post(server, token, 'organisations', { organisation })
        if (status === 201) {
          acknowledged.add(id)
          written.set(server, (written.get(server) ?? 0) + 1)
        } else if (status !== 503 || !retryAfter) wrong.push({ status, retryAfter })
        else await sleep(20)
      } catch (error) {
        wrong.push(error)
        await sleep(20)
      }
    }
  }

  const running = servers.flatMap((server) => Array.from({ length: WRITERS }, (_, number) => write(server, number)))
  return {
    acknowledged,
    wrong,
    /** Resolves when every server has written a few more. */
    async someMore() {
      const wanted = new Map([...written].map(([server, count]) => [server, count + 2 * WRITERS]))
      while ([...wanted].some(([server, count]) => (written.get(server) ?? 0) < count)) await sleep(5)
    },
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}

async function post(server: Server, token: string, path: string, body: unknown) {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  // What matters of a created record.
  const { data } = (await answer.json()) as { data?: { id: string } }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), id: data?.id ?? '' }
}
