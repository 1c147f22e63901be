import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { migratedPostgresDatabase } from '../../../test/postgres/databases.ts'
import { type Server, useProgram } from '../../../test/program.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { expectComplete, isDelivered, openRows, startLoad } from './load.ts'
import { hasStarted, isRunning, processesOf } from './processes/connection.ts'

/** A few for every run of the tests, 40 to be sure. */
const KILLS = Number(process.env.HANDRAIL_TEST_SERVER_KILLS ?? 4)
const WRITERS = { creating: 60, changing: 4 }
const SECRET = 'a secret of the tests, long enough for anybody'
const { run, serve, path } = useProgram()

/** An SQLite file has one process; several share a port with PostgreSQL. */
const SERVICES = [
  { engine: 'sqlite', processes: 1 },
  { engine: 'postgres', processes: 1 },
  { engine: 'postgres', processes: 2 },
] as const

type Start = () => Promise<Server>

/** Kills all of it, of several processes the supervisor, with which the others end. @returns what takes its place */
async function killService(server: Server, start: Start): Promise<Server> {
  server.kill('SIGKILL')
  expect((await server.ended).signal).toBe('SIGKILL')
  return start()
}

/** Kills one of its processes, and waits for its successor. @param place which of those that run */
async function killProcess(server: Server, place: number): Promise<void> {
  const known = processesOf(server)
  const running = known.filter(isRunning)
  process.kill(running[place % running.length] ?? 0, 'SIGKILL')
  await hasStarted(server, known.length + 1)
}

test.each(SERVICES)(
  `on $engine with processes: $processes, ${KILLS} kills amid writers lose no answered write, no event and no delivery, and keep the order`,
  async ({ engine, processes }) => {
    const url = engine === 'postgres' ? await migratedPostgresDatabase() : undefined
    const environment = url === undefined ? {} : { DATABASE_URL: url, HANDRAIL_SECRET: SECRET }
    await run(['setup', '--email', 'ada@example.com', '--workspace', 'Acme'], { environment })
    const key = await run(['create-key', '--name', 'writer', '--scopes', 'all'], { environment })
    const flags = ['--rate-limit-minute', '0', '--rate-limit-hour', '0', '--processes', String(processes)]
    const start = async () => {
      const started = await serve(flags, { environment })
      if (processes > 1) await hasStarted(started, processes)
      return started
    }
    const receiver = await startReceiver()
    let server = await start()
    const load = await startLoad({
      ...{ servers: () => [server], token: key.stdout.trim(), receiver, writers: WRITERS },
      mayBreak: true,
    })
    for (let kill = 0; kill < KILLS; kill++) {
      await load.someMore()
      // At another moment of the writing each time.
      await sleep(10 + ((kill * 37) % 150))
      if (processes > 1 && kill % 2 === 0) await killProcess(server, kill / 2)
      else server = await killService(server, start)
    }
    await load.someMore()
    await load.stop()

    const { rows, close } = await openRows(url ?? path('data/handrail.db'))
    await isDelivered(rows)
    server.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    await expectComplete(rows, { load, receiver })
    if (engine === 'sqlite') expect(await rows('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
    await close()
    await receiver.close()
  },
  300_000 + KILLS * 30_000,
)
