import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server as NetServer, type Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { root } from '../../../test/built.ts'
import { freePort } from '../../../test/free-port.ts'
import { freshPostgresDatabase } from '../../../test/postgres/databases.ts'
import { type Server, useProgram } from '../../../test/program.ts'

const SECRET = 'a secret of the tests, long enough for anybody'
const WAIT = { timeout: 20_000, interval: 50 }
const { run, serve, begin, path } = useProgram()

/** A service on a port that is known before it is ready. */
async function starting(environment: Record<string, string>) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = begin(['serve', '--port', String(port)], { environment })
  const ask = async (where: string) => {
    const answer = await fetch(url + where)
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      body: JSON.parse(await answer.text()),
    }
  }
  return { ...server, url, ask }
}

type Starting = Awaited<ReturnType<typeof starting>>

/** Until it listens it refuses, as a service does that is not there. */
async function waitsFor({ ask, stderr, stdout }: Starting, what: string): Promise<void> {
  const readiness = () => ask('/readyz').catch(() => undefined)
  await expect.poll(readiness, WAIT).toMatchObject({ status: 503, body: { status: 'waiting', waits_for: what } })
  expect(await ask('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  const refused = await ask('/api/v1/contacts')
  expect(refused).toMatchObject({ status: 503, body: { error: { type: 'unavailable' } } })
  expect(refused.body.error.message).toMatch(/is starting/)
  expect(Number(refused.retryAfter)).toBeGreaterThan(0)
  await expect.poll(stderr, WAIT).toContain(`Waiting to start: ${what}`)
  expect(stdout()).toBe('')
}

/** From its waiting on, connects again and again, and notes what each is answered. */
function client({ url }: Starting) {
  const seen: (number | string)[] = []
  let stopped = false
  const running = (async () => {
    while (!stopped) {
      const answer = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).catch((error) => String(error))
      seen.push(typeof answer === 'string' ? answer : answer.status)
      if (typeof answer !== 'string') await answer.arrayBuffer()
    }
  })()
  return {
    async stop() {
      stopped = true
      await running
      return seen
    },
  }
}

async function becomesReady(server: Starting, end: () => Promise<void> | void): Promise<void> {
  const asking = client(server)
  await end()
  await expect.poll(server.stdout, WAIT).toContain('Stop it with')
  expect(await server.ask('/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  // Not one of those who connected was refused or cut off.
  expect(new Set(await asking.stop())).toEqual(new Set([503, 200]))
  expect((await server.ask('/api/v1/contacts')).status).toBe(401)
  server.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
}

/** A way to the real PostgreSQL that can be shut. */
async function door() {
  const real = new URL(await freshPostgresDatabase())
  const port = await freePort()
  const sockets = new Set<Socket>()
  let listening: NetServer | undefined
  const url = new URL(real)
  url.host = `127.0.0.1:${port}`
  function onward(socket: Socket) {
    const other = connect(Number(real.port), real.hostname)
    for (const one of [socket, other]) one.on('error', () => one.destroy())
    socket.pipe(other).pipe(socket)
  }
  const listen = (take: (socket: Socket) => void) =>
    new Promise<void>((resolve) => {
      listening = createServer((socket) => {
        sockets.add(socket.on('error', () => undefined))
        take(socket)
      }).listen(port, '127.0.0.1', resolve)
    })
  async function close() {
    for (const socket of sockets) socket.destroy()
    const open = listening
    if (open) await new Promise((resolve) => open.close(resolve))
  }
  return {
    real,
    environment: { DATABASE_URL: url.href, HANDRAIL_SECRET: SECRET },
    open: () => listen(onward),
    hang: () => listen(() => undefined),
    close,
  }
}

async function stop(server: Server) {
  server.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
}

test('waiting to start: a file that another program has locked, reported once', async () => {
  await stop(await serve())
  const holder = new DatabaseSync(path('data/handrail.db'))
  holder.exec('begin exclusive')
  const server = await starting({})
  await waitsFor(server, 'the database is locked by another program')
  await becomesReady(server, () => {
    holder.exec('rollback')
    holder.close()
  })
  expect(server.stderr().match(/Waiting to start/g)).toHaveLength(1)
}, 120_000)

test('waiting to start: a full disk, before and after there is a database', async ({ skip }) => {
  const disk = mountSmallDisk(path('data'))
  skip(disk === undefined, 'this user cannot mount a file system')
  if (!disk) return
  try {
    for (const round of ['first start', 'next start']) {
      disk.fill()
      const server = await starting({})
      await waitsFor(server, 'the disk of the database is full')
      await becomesReady(server, disk.empty)
      expect(server.stderr(), round).not.toContain('fault')
    }
  } finally {
    disk.unmount()
  }
}, 120_000)

test('waiting to start: a PostgreSQL that is not running yet', async () => {
  const way = await door()
  const server = await starting(way.environment)
  await waitsFor(server, 'the database is out of reach')
  await becomesReady(server, way.open)
  await way.close()
}, 120_000)

test('waiting to start: a PostgreSQL that accepts connections without an answer', async () => {
  const way = await door()
  await way.hang()
  const server = await starting(way.environment)
  await waitsFor(server, 'the database does not answer')
  await becomesReady(server, async () => {
    await way.close()
    await way.open()
  })
  await way.close()
}, 120_000)

test('waiting to start: a PostgreSQL that answers while its database is being prepared', async () => {
  const url = await freshPostgresDatabase()
  const other = new Client({ connectionString: url })
  await other.connect()
  // The migration waits for the end of this transaction, to see whether its table is there.
  await other.query('begin')
  await other.query('create table contacts (id text)')
  const server = await starting({ DATABASE_URL: url, HANDRAIL_SECRET: SECRET })
  await waitsFor(server, 'the database is being prepared')
  await becomesReady(server, async () => void (await other.query('rollback')))
  expect(server.stderr()).not.toMatch(/does not answer|"level":"warn"/)
  await other.end()
}, 120_000)

test.each([
  ['takes no connections', 'the database takes no connections at the moment', 'allow_connections'],
  ['is not made yet', 'the database server has no such database yet', 'rename'],
])(
  'waiting to start: a database of PostgreSQL that %s',
  async (_, what, how) => {
    const url = await freshPostgresDatabase()
    const name = new URL(url).pathname.slice(1)
    const other = new URL(url)
    other.pathname = 'postgres'
    const operator = new Client({ connectionString: other.href })
    await operator.connect()
    const away = how === 'rename' ? `${name} rename to ${name}_away` : `${name} with allow_connections false`
    const back = how === 'rename' ? `${name}_away rename to ${name}` : `${name} with allow_connections true`
    await operator.query(`alter database ${away}`)
    const server = await starting({ DATABASE_URL: url, HANDRAIL_SECRET: SECRET })
    await waitsFor(server, what)
    await becomesReady(server, async () => void (await operator.query(`alter database ${back}`)))
    await operator.end()
  },
  120_000,
)

test('waiting to start: a PostgreSQL role that cannot log in', async () => {
  const url = new URL(await freshPostgresDatabase())
  const role = `role_${Date.now()}`
  const operator = new Client({ connectionString: url.href })
  await operator.connect()
  await operator.query(`create role ${role} nologin password 'right'`)
  await operator.query(`alter database "${url.pathname.slice(1)}" owner to ${role}`)
  await operator.query(`grant all on schema public to ${role}`)
  Object.assign(url, { username: role, password: 'right' })
  const server = await starting({ DATABASE_URL: url.href, HANDRAIL_SECRET: SECRET })
  await waitsFor(server, 'the database server does not let this role log in')
  await becomesReady(server, async () => void (await operator.query(`alter role ${role} login`)))
  await operator.end()
}, 120_000)

test('waiting to start: a wrong password of PostgreSQL is an error immediately', async () => {
  const url = new URL(await freshPostgresDatabase())
  const role = `role_${Date.now()}`
  const operator = new Client({ connectionString: url.href })
  await operator.connect()
  await operator.query(`create role ${role} login password 'right'`)
  Object.assign(url, { username: role, password: 'hunter2' })
  const refused = await run(['serve', '--port', '0'], {
    environment: { DATABASE_URL: url.href, HANDRAIL_SECRET: SECRET },
  })
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(
    /^Cannot use the PostgreSQL database \S+ \(DATABASE_URL\): it rejects the password of .*\n$/,
  )
  expect(refused.stderr).not.toContain('hunter2')
  await operator.query(`drop role ${role}`)
  await operator.end()
}, 60_000)

test('waiting to start: SIGTERM ends the wait', async () => {
  const server = await starting({
    DATABASE_URL: 'postgres://handrail:hunter2@localhost:1/handrail',
    HANDRAIL_SECRET: SECRET,
  })
  await waitsFor(server, 'the database is out of reach')
  server.kill('SIGTERM')
  const { code, stderr } = await server.ended
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /\nCannot use the PostgreSQL database localhost:1\/handrail \(DATABASE_URL\): nothing accepts connections .*\n$/,
  )
  expect(stderr).not.toContain('hunter2')
}, 60_000)

test('waiting to start: a port in use is reported', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const environment = { DATABASE_URL: 'postgres://handrail@localhost:1/handrail', HANDRAIL_SECRET: SECRET }
  const refused = await run(['serve', '--port', String(port)], { environment })
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Port \d+ is in use\. /) })
  await new Promise((resolve) => taken.close(resolve))
}, 60_000)

/** A file system of a few megabytes, whose room can be taken and given back. Undefined where this user cannot have one. */
function mountSmallDisk(folder: string) {
  execFileSync('mkdir', ['-p', '-m', '700', folder])
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=700', 'tmpfs', folder]).status !== 0) return undefined
  const filler = `${folder}/filler`
  return {
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4096'], { cwd: root }),
    empty: () => rmSync(filler),
    unmount: () => void execFileSync('umount', ['-l', folder]),
  }
}
