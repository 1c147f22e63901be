import { execFile, spawnSync } from 'node:child_process'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'
import { freshPostgresDatabase } from '../../../../../test/postgres/databases.ts'
import { call, type Server } from '../../../../../test/program.ts'

const SECRET = 'a secret of the tests, long enough for anybody'
const { run: runProcess, runHere: run, serve, path } = useCommands()
const keyOf = (server: Server) => /hr_key_[\w-]+/.exec(server.stdout())?.[0] ?? ''

async function stop(server: Server) {
  server.kill('SIGTERM')
  return server.ended
}

describe('the first start', () => {
  test('with --demo prints a key and a working command; the second start prints neither', async ({ skip }) => {
    skip(spawnSync('curl', ['--version']).error !== undefined, 'curl is not installed, and the line is for it')
    const first = await serve(['--demo'])
    const line = first
      .stdout()
      .split('\n')
      .find((text) => text.trim().startsWith('curl '))
    const { stdout } = await promisify(execFile)('sh', ['-c', `${line} --silent --show-error --fail`])
    expect(JSON.parse(stdout)).toMatchObject({ data: [{}, {}, {}], meta: { total: 40 } })
    expect((await stop(first)).code).toBe(0)

    const second = await serve(['--demo'])
    expect(second.stdout()).not.toContain('hr_key_')
    expect(second.stdout()).toContain('create-key --name')
    expect((await call(`${second.url}/api/v1/contacts`, keyOf(first))).json.meta.total).toBe(40)
  })

  test('without --demo prints a set-up link until it is used, and makes the data folder private', async () => {
    const linkOf = (server: Server) => /\S+\/setup\?token=[\w-]{43}/.exec(server.stdout())?.[0]
    const first = await serve()
    const link = linkOf(first)
    expect(link).toContain(first.url)
    // On a port that was free, too, clients are told the address at which it listens.
    const { headers } = await fetch(`${first.url}/mcp`, { method: 'POST' })
    expect(headers.get('www-authenticate')).toContain(`"${first.url}/.well-known/oauth-protected-resource/mcp"`)
    await stop(first)
    const server = await serve()
    expect(linkOf(server)).not.toBe(link)
    expect(server.stdout()).toContain('setup --email you@example.com --workspace "Your company"')
    expect(statSync(path('data')).mode & 0o777).toBe(0o700)
  })

  test('is set up from the environment, which takes precedence over the sample', async () => {
    const environment = { HANDRAIL_SETUP_EMAIL: 'ada@example.com', HANDRAIL_SETUP_WORKSPACE: 'Engines' }
    const server = await serve(['--demo'], { environment })
    expect(server.stdout()).toContain('The workspace "Engines" is set up')
    expect(server.stdout()).toMatch(/can set a password with this link within an hour:\n +\S+\/reset-password\?token=/)
    expect((await run(['create-key', '--name', 'x', '--scopes', 'all'])).stdout).toMatch(/^hr_key_\S+\n$/)
    expect((await stop(server)).code).toBe(0)
    expect((await serve([], { environment })).stdout()).not.toContain('Engines')
  })

  test('of several processes on PostgreSQL creates one workspace', async () => {
    const environment = {
      DATABASE_URL: await freshPostgresDatabase(),
      HANDRAIL_SECRET: SECRET,
      HANDRAIL_SETUP_EMAIL: 'ada@example.com',
      HANDRAIL_SETUP_WORKSPACE: 'Engines',
    }
    const servers = await Promise.all([serve([], { environment }), serve([], { environment })])
    expect(servers.filter((server) => server.stdout().includes('is set up'))).toHaveLength(1)
    const key = await run(['create-key', '--name', 'x', '--scopes', 'contacts:read'], { environment })
    for (const { url } of servers)
      expect((await call(`${url}/api/v1/contacts`, key.stdout.trim())).json.data).toEqual([])
    for (const server of servers) expect((await stop(server)).code).toBe(0)
  }, 60_000)
})

describe('refuses in one sentence', () => {
  test('a port in use, and a second process on the same file', async () => {
    const port = new URL((await serve()).url).port
    const refused = await runProcess(['serve', '--port', port, '--data', path('other')])
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `Port ${port} is in use. Stop the program that uses it, or choose another with --port\n`,
    })
    const second = await runProcess(['serve', '--port', '0'])
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toMatch(
      /^Another Handrail instance is using .*handrail\.db, in this process or another one\. Close it, or .*\n$/,
    )
  })

  test('a data folder that is a file', async () => {
    writeFileSync(path('data'), '')
    const refused = await runProcess(['serve', '--port', '0'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^The data folder .*data cannot be used: .*--data\n$/)
  })

  test('a data folder that cannot be created', async ({ skip }) => {
    skip(!existsSync('/proc'), 'this system has no /proc, in which nobody can make a folder')
    const refused = await runProcess(['serve', '--port', '0', '--data', '/proc/handrail'])
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The data folder \/proc\/handrail cannot/),
    })
  })

  test('a file that is not a database', async () => {
    await run(['migrate'])
    writeFileSync(path('data/handrail.db'), 'no database at all, but long enough to be read as one'.repeat(100))
    const refused = await runProcess(['serve', '--port', '0'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^Cannot use the database file .*: it is not an SQLite database\n$/)
  })

  test('a database of a newer version', async () => {
    await run(['migrate'])
    const database = new DatabaseSync(path('data/handrail.db'))
    database.exec("insert into handrail_migrations (hash, created_at) values ('later', 99999999999999)")
    database.close()
    const refused = await runProcess(['serve', '--port', '0'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^The database was made by a newer version of Handrail.*\n$/)
  })

  test('a PostgreSQL that refuses the login, without showing the password', async () => {
    const url = new URL(await freshPostgresDatabase())
    Object.assign(url, { username: 'nobody_there', password: 'hunter2' })
    const refused = await runProcess(['serve', '--port', '0'], {
      environment: { DATABASE_URL: url.href, HANDRAIL_SECRET: SECRET },
    })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^Cannot use the PostgreSQL database \S+ \(DATABASE_URL\): .*nobody_there.*\n$/)
    expect(refused.stderr).not.toContain('hunter2')
    expect(existsSync(path('data'))).toBe(false)
  })

  test('a host that is not an address of this machine', async () => {
    const refused = await runProcess(['serve', '--port', '0', '--host', '192.0.2.1'])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^192\.0\.2\.1 is not an address of this/) })
  })

  test('a Node that is too old', async () => {
    const pretend = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'18.20.4'})"
    const refused = await runProcess(['serve'], { node: ['--import', pretend] })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^Handrail needs Node 22\.19 or newer, and this is Node 18\.20\.4\. .*\n$/)
  })
})

describe('stopping', () => {
  /** A request whose head has arrived, and whose body has not. */
  async function begin(server: Server, body: string) {
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)))
    socket.on('error', () => undefined)
    socket.write(
      [
        'POST /api/v1/contacts HTTP/1.1',
        'Host: localhost',
        `Authorization: Bearer ${keyOf(server)}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Expect: 100-continue',
        '',
        '',
      ].join('\r\n'),
    )
    while (!answer.includes('100 Continue')) await sleep(10)
    return { finish: () => socket.write(body), closed }
  }

  /** It still answers whoever connects, that it takes nothing any more. */
  async function refusesRequests(server: Server) {
    while ((await fetch(`${server.url}/healthz`)).status !== 503) await sleep(20)
  }

  const body = JSON.stringify({ contact: { email: 'late@example.com', first_name: 'Late' } })

  test('answers requests in progress, and keeps acknowledged writes', async () => {
    const first = await serve(['--demo'])
    const request = await begin(first, body)
    first.kill('SIGTERM')
    await refusesRequests(first)
    request.finish()
    expect(await request.closed).toMatch(/HTTP\/1\.1 201 Created/)
    expect(await first.ended).toMatchObject({ code: 0, signal: null })

    const second = await serve()
    const found = await call(`${second.url}/api/v1/contacts?email=late@example.com`, keyOf(first))
    expect(found.json.data).toHaveLength(1)
    second.kill('SIGINT')
    expect(await second.ended).toMatchObject({ code: 0, signal: null })
  })

  test('is not asked for by SIGHUP, which log rotation sends, and immediate without requests; the log is JSON on stderr', async () => {
    const server = await serve(['--demo'])
    server.kill('SIGHUP')
    // It opens no debugger.
    server.kill('SIGUSR1')
    await call(`${server.url}/api/v1/guides`, keyOf(server))
    const began = performance.now()
    server.kill('SIGTERM')
    const { code, signal, stdout, stderr } = await server.ended
    // A tenth of a second on a machine that has nothing else to do; two are what a forgotten timer costs.
    expect(performance.now() - began).toBeLessThan(1500)
    expect({ code, signal }).toEqual({ code: 0, signal: null })
    expect(stdout).not.toContain('"level"')
    const lines = stderr.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 'info', method: 'GET', status: 200 }),
    )
    expect(stderr).not.toContain(keyOf(server))
    expect(stderr).not.toMatch(/debugger/i)
  })

  test('is immediate at a second signal', async () => {
    const server = await serve(['--demo'])
    await begin(server, body)
    server.kill('SIGTERM')
    await refusesRequests(server)
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 143 })
  })

  test('waits at most 10 seconds for a client that does not finish, and exits with 0', async () => {
    const server = await serve(['--demo'])
    await begin(server, body)
    server.kill('SIGTERM')
    const { code, stderr } = await server.ended
    expect(code).toBe(0)
    expect(stderr).toContain('Requests were still running after 10 seconds')
  }, 60_000)
})
