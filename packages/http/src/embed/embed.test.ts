import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '@handrail/core'
import express from 'express'
import { type FastifyRequest, fastify } from 'fastify'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowsing } from '../../test/support/browsing.ts'
import { type Instance, openInstance } from '../../test/support/instance.ts'
import { type Authenticate, createHandler, handrailPlugin } from '../index.ts'

const BASE = '/onboarding'
const ORIGIN = 'https://handrail.example'
const PASSWORD = 'correct horse battery'

let instance: Instance
let folder: string
let options: { handrail: Instance['handrail']; consoleFolder: string }
const closers: (() => unknown)[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-embed-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '')
  instance = await openInstance('sqlite', { consoleFolder: folder }, { publicUrl: `${ORIGIN}${BASE}` })
  options = { handrail: instance.handrail, consoleFolder: folder }
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
  await instance.close()
  rmSync(folder, { recursive: true, force: true })
})

type Call = (path: string, init?: RequestInit) => Promise<Response>

async function handlerOf(authenticate?: Authenticate) {
  const handler = await createHandler({ ...options, ...(authenticate && { authenticate }) })
  closers.push(handler.close)
  return handler
}

async function served(listener: RequestListener | Server): Promise<Call> {
  const server = typeof listener === 'function' ? createServer(listener) : listener
  if (!server.listening) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  // A server on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)
}

/** Each way to serve an instance below a path of another program, which has a page of its own. */
const WAYS: Record<string, () => Promise<Call>> = {
  async 'a server of Node'() {
    const { node } = await handlerOf()
    return served((request, response) => (request.url === '/own' ? response.end('own') : node(request, response)))
  },
  async Express() {
    const { node } = await handlerOf()
    return served(
      express()
        .use(BASE, node)
        .get('/own', (_request, response) => void response.send('own')),
    )
  },
  async 'Express after its parsers of bodies'() {
    const { node } = await handlerOf()
    const app = express().use(express.json(), express.urlencoded())
    return served(app.use(BASE, node).get('/own', (_request, response) => void response.send('own')))
  },
  async Fastify() {
    const app = fastify()
    app.get('/own', () => 'own')
    await app.register(handrailPlugin, { ...options, prefix: BASE })
    closers.push(() => app.close())
    await app.listen({ port: 0, host: '127.0.0.1' })
    return served(app.server)
  },
  async 'Hono, by a route'() {
    const handler = await handlerOf()
    const app = new Hono().get('/own', (c) => c.text('own')).all(`${BASE}/*`, (c) => handler.fetch(c.req.raw))
    return async (path, init) => app.request(`http://localhost${path}`, init)
  },
  async 'Hono, which removes the path'() {
    const handler = await handlerOf()
    const app = new Hono().get('/own', (c) => c.text('own')).mount(BASE, (request) => handler.fetch(request))
    return async (path, init) => app.request(`http://localhost${path}`, init)
  },
}

let made = 0
function contact(type = 'application/json', token = instance.acme.token) {
  const body = JSON.stringify({ contact: { email: `c-${++made}@harbour.example`, first_name: 'Zoë' } })
  return { method: 'POST', body, headers: { authorization: `Bearer ${token}`, 'content-type': type } }
}

async function member() {
  const system = await instance.handrail.asSystem(instance.acme.id)
  const email = `member-${++made}@example.com`
  await system.invoke(operations.createUser, { email, name: 'M', role: 'viewer', password: PASSWORD })
  return { email, password: PASSWORD, return_to: '/' }
}

async function signedIn() {
  const form = await member()
  const browsing = openBrowsing(instance.app)
  await browsing.visit('/sign-in', { form })
  return [...browsing.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
}

describe.each(Object.entries(WAYS))('an instance in %s', (_name, open) => {
  let call: Call
  beforeAll(async () => {
    call = await open()
  })

  test('answers below its path, reads bodies, and leaves other paths to the program', async () => {
    expect((await call(`${BASE}/healthz`)).status).toBe(200)
    expect(await (await call('/own')).text()).toBe('own')
    const created = await call(`${BASE}/api/v1/contacts`, contact())
    expect([created.status, (await created.json()).data.first_name]).toEqual([201, 'Zoë'])
    const refused = await call(`${BASE}/api/v1/contacts`, { ...contact(), body: '{"contact": {}}' })
    expect(refused.status).toBe(422)
    const missing = await call(`${BASE}/api/v1/nothing`)
    expect([missing.status, (await missing.json()).error.type]).toEqual([404, 'not_found'])
    expect((await call(`${BASE}/healthz`, { method: 'HEAD' })).status).toBe(200)
  })

  test('reads forms, and redirects within its path', async () => {
    const body = new URLSearchParams(await member())
    const headers = { origin: ORIGIN }
    const answer = await call(`${BASE}/sign-in`, { method: 'POST', body, headers, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${BASE}/`])
    expect(answer.headers.getSetCookie().length).toBeGreaterThan(0)
    const away = await call(`${BASE}/account`, { redirect: 'manual' })
    expect([away.status, away.headers.get('location')?.split('?')[0]]).toEqual([303, `${BASE}/sign-in`])
  })

  test('streams changes while they happen, until the reader leaves', async () => {
    const aborting = new AbortController()
    const workspace = { 'handrail-workspace': instance.acme.id }
    const stream = await call(`${BASE}/console/changes`, {
      method: 'POST',
      headers: { cookie: await signedIn(), origin: ORIGIN, 'sec-fetch-site': 'same-origin', ...workspace },
      signal: aborting.signal,
    })
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    await call(`${BASE}/api/v1/contacts`, contact())
    let text = ''
    while (!text.includes('contact.created'))
      text += (await reader?.read())?.value ?? 'the stream ended: contact.created?'
    expect(text).not.toContain('ended')
    await reader?.cancel()
    aborting.abort()
  })

  test('answers MCP', async () => {
    const headers = { ...contact().headers, accept: 'application/json, text/event-stream' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
    const answer = await call(`${BASE}/mcp`, { method: 'POST', headers, body })
    expect(await answer.text()).toContain('create_contact')
  })
})

test('a body that is lost is an error at once, which says what to change', async () => {
  const { node } = await handlerOf()
  const call = await served(async (request, response) => {
    for await (const _ of request);
    node(request, response)
  })
  const answer = await call(`${BASE}/api/v1/contacts`, contact())
  expect([answer.status, (await answer.json()).error.message]).toEqual([
    500,
    expect.stringContaining('before the parsers of bodies'),
  ])
})

test('a request of the Fetch standard without an address has no rights of this machine', async () => {
  const { fetch: answer } = await handlerOf()
  const metrics = `http://localhost${BASE}/metrics`
  expect((await answer(new Request(metrics))).status).not.toBe(200)
  expect((await answer(new Request(metrics), { address: '127.0.0.1' })).status).toBe(200)
})

test('the plugin of Fastify rejects settings that do not work, and the program runs on', async () => {
  const app = fastify()
  const wrong = { ...options, consoleFolder: join(folder, 'missing'), prefix: BASE }
  await expect((async () => app.register(handrailPlugin, wrong))()).rejects.toThrow()
})

describe('own users', () => {
  const asMember = async (user_id: string) => instance.handrail.asMember(instance.acme.id, user_id)
  async function viewer() {
    const system = await instance.handrail.asSystem(instance.acme.id)
    const given = { email: `own-${++made}@example.com`, name: 'Own', role: 'viewer', password: PASSWORD } as const
    return (await system.invoke(operations.createUser, given)).data.id
  }
  const list = `${BASE}/api/v1/contacts`

  test('are callers of the API with their rights, as the middleware of Express knows them', async () => {
    const id = await viewer()
    const { node } = await handlerOf(({ source }) => {
      // What the middleware below has added.
      const { user } = source as IncomingMessage & { user?: string }
      return user === undefined ? undefined : asMember(user)
    })
    const app = express().use((request, _response, next) => {
      if (request.headers['x-user']) Object.assign(request, { user: request.headers['x-user'] })
      next()
    })
    const call = await served(app.use(BASE, node))
    expect((await call(list, { headers: { 'x-user': id } })).status).toBe(200)
    const { authorization: _, ...headers } = contact().headers
    expect((await call(list, { ...contact(), headers: { ...headers, 'x-user': id } })).status).toBe(403)
    expect((await call(list)).status).toBe(401)
    expect((await call(list, contact())).status).toBe(201)
  })

  test('are known by the request of Fastify, and by that of the Fetch standard', async () => {
    const id = await viewer()
    const app = fastify()
    app.decorateRequest('user', '')
    app.addHook('onRequest', async (request) => Object.assign(request, { user: id }))
    // What the hook above has added.
    const authenticate: Authenticate = ({ source }) => asMember((source as FastifyRequest & { user: string }).user)
    await app.register(handrailPlugin, { ...options, authenticate, prefix: BASE })
    expect((await app.inject({ url: list })).statusCode).toBe(200)
    await app.close()
    const handler = await handlerOf(({ source }) => (source instanceof Request ? asMember(id) : undefined))
    expect((await handler.fetch(new Request(`http://localhost${list}`))).status).toBe(200)
  })
})
