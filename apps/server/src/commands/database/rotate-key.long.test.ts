import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test, vi } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'
import { freshPostgresDatabase } from '../../../../../test/postgres/databases.ts'
import { call, type Server } from '../../../../../test/program.ts'
import { openAuthenticator, openBrowser } from '../../../../../test/signing-in.ts'

const { run: runProcess, runHere: run, serve, begin, path } = useCommands()
const FORMER = 'the former secret of the tests, long enough'
const NEXT = 'the next secret of the tests, as long as that'
const tokenOf = (server: Server) => /hr_key_[\w-]+/.exec(server.stdout())?.[0] ?? ''

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function stop(server: Server) {
  server.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
}

/** A receiver of deliveries, which verifies them with the secret of its endpoint. */
async function startReceiver() {
  const received: string[] = []
  const secrets: string[] = []
  const receiver = createServer(async (request, response) => {
    const chunks = await request.toArray()
    const body = Buffer.concat(chunks).toString()
    // The headers of Standard Webhooks are single ones.
    const headers = request.headers as Record<string, string>
    const verified = new Webhook(secrets[0] ?? '').verify(body, headers) as { data: { email: string } }
    received.push(verified.data.email)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  closing.push(() => receiver.close())
  // A server on a port has such an address.
  const { port } = receiver.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, received, secrets }
}

/** The owner of the sample, signed in, with a second factor. @param link for a new password */
async function ownerAt(address: string, link: string) {
  const owner = { email: 'owner@acme.example', password: 'correct horse battery staple' }
  const first = openBrowser(address)
  const token = new URL(link).searchParams.get('token') ?? ''
  await first.visit(`/reset-password?token=${token}`)
  expect(await first.visit('/reset-password', { token, password: owner.password })).toMatchObject({ status: 303 })
  const csrf = await first.csrfOn('/account')
  const path = '/account/second-factor'
  await first.visit(path, { csrf, password: owner.password })
  const { page } = await first.visit(path)
  const code = openAuthenticator(/<code>([A-Z2-7 ]{30,})<\/code>/.exec(page)?.[1]?.replaceAll(' ', '') ?? '')
  expect(await first.visit(path, { csrf, code: code() })).toMatchObject({ status: 200 })
  return {
    /** The session goes on, and its forms are taken. */
    async requireSession(at: string) {
      first.follow(at)
      expect((await first.visit('/account')).page).toContain(owner.email)
      expect(await first.visit('/account', { csrf, action: 'profile', name: 'Olga' })).toMatchObject({ status: 200 })
    },
    /** Elsewhere, with the password and a code of the same authenticator app. */
    async signInAnew(at: string) {
      const other = openBrowser(at)
      expect((await other.visit('/sign-in', owner)).to).toContain('/sign-in/second-factor')
      expect(await other.visit('/sign-in/second-factor', { code: code() })).toMatchObject({ status: 303 })
      expect((await other.visit('/account')).page).toContain(owner.email)
    },
  }
}

/** What a service gave out before the key is changed. */
async function givenBy(server: Server, environment: Record<string, string>) {
  const token = tokenOf(server)
  const post = (at: string, resource: string, body: unknown) =>
    call(`${at}/api/v1/${resource}`, token, { method: 'POST', body })
  const receiver = await startReceiver()
  const webhook_endpoint = { url: receiver.url, events: ['contact.created'] }
  const endpoint = await post(server.url, 'webhook_endpoints', { webhook_endpoint })
  receiver.secrets.push(endpoint.json.data.secret)
  const { json: guides } = await call(`${server.url}/api/v1/guides`, token)
  let people = 0
  /** Makes a contact, whose event is delivered, with a link. */
  async function enroll(at: string) {
    const email = `person-${++people}@example.com`
    const made = await post(at, 'contacts', { contact: { email, first_name: 'Pia' } })
    const enrollment = { contact_id: made.json.data.id, guide_id: guides.data[0].id }
    const { json } = await post(at, 'enrollments', { enrollment })
    await vi.waitFor(() => expect(receiver.received).toContain(email), { timeout: 30_000 })
    return new URL(json.data.url).pathname
  }
  const links = [await enroll(server.url)]
  const { json: page } = await call(`${server.url}/api/v1/contacts?cursor=&per_page=5`, token)
  const reset = await run(['reset-password', 'owner@acme.example'], { environment })
  const owner = await ownerAt(server.url, /http\S+/.exec(reset.stdout)?.[0] ?? '')
  return {
    owner,
    enroll: async (at: string) => void links.push(await enroll(at)),
    async requireAll(at: string) {
      for (const link of links) expect((await fetch(at + link)).status, link).toBe(200)
      const next = `${at}/api/v1/contacts?per_page=5&cursor=${page.meta.next_cursor}`
      expect((await call(next, token)).status).toBe(200)
      await owner.requireSession(at)
    },
  }
}

/** Changes the key while a service runs: the first attempt is killed. */
async function change(service: Server, environment: Record<string, string> = {}) {
  const given = await givenBy(service, environment)
  const killed = begin(['rotate-key'], { environment })
  await vi.waitFor(() => expect(killed.stdout()).toContain('Waiting 30 seconds'), { timeout: 60_000 })
  killed.kill('SIGKILL')
  await killed.ended
  await given.requireAll(service.url)
  await given.owner.signInAnew(service.url)
  await given.enroll(service.url)
  expect((await run(['doctor'], { environment })).stdout).toMatch(
    /^warn {2}A change of the key is unfinished: keep both keys, and run handrail rotate-key/m,
  )
  const finishing = runProcess(['rotate-key'], { environment })
  await given.enroll(service.url)
  const finished = await finishing
  expect(finished).toMatchObject({ code: 0, stderr: '' })
  expect(finished.stdout).toMatch(/^Continuing a change.*\nEverything is encrypted with the new key\n/s)
  await given.requireAll(service.url)
  await given.owner.signInAnew(service.url)
  await given.enroll(service.url)
  return given
}

test('rotate-key: changes the key file of a running service, is killed and continued, and old backups keep their key', {
  timeout: 240_000,
}, async () => {
  const service = await serve(['--demo'])
  await run(['backup', path('before.db')])
  const key = readFileSync(path('data/handrail.db.key'), 'utf8')
  const given = await change(service)
  const fresh = readFileSync(path('data/handrail.db.key'), 'utf8')
  expect(fresh).toMatch(/^[\w-]{43}\n$/)
  expect(fresh).not.toBe(key)
  await stop(service)

  const again = await serve([])
  await given.requireAll(again.url)
  await stop(again)
  writeFileSync(path('data/handrail.db.key'), key)
  expect(await run(['list-keys'])).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The secret differs/) })
  writeFileSync(path('data/handrail.db.key'), fresh)
  expect(await run(['restore', path('before.db')])).toMatchObject({ code: 0 })
  expect(await run(['list-keys'])).toMatchObject({ code: 0 })
})

test('rotate-key: changes HANDRAIL_SECRET of several processes on PostgreSQL', { timeout: 240_000 }, async () => {
  const DATABASE_URL = await freshPostgresDatabase()
  const former = { DATABASE_URL, HANDRAIL_SECRET: FORMER }
  const first = await serve(['--demo'], { environment: former })
  const token = tokenOf(first)
  await stop(first)
  const both = { DATABASE_URL, HANDRAIL_SECRET: NEXT, HANDRAIL_SECRET_PREVIOUS: FORMER }
  const service = await serve(['--processes', '2'], { environment: both })
  const given = await change({ ...service, stdout: () => token }, both)
  await stop(service)
  const again = await serve([], { environment: { DATABASE_URL, HANDRAIL_SECRET: NEXT } })
  await given.requireAll(again.url)
  expect(await run(['rotate-key'], { environment: both })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Everything is encrypted with this key already\nUnset HANDRAIL_SECRET_PREVIOUS/),
  })
})
