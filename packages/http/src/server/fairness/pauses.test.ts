import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '@handrail/core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowsing } from '../../../test/support/browsing.ts'
import { ENGINES, type Instance, openInstance, PUBLIC_URL } from '../../../test/support/instance.ts'
import { type LongHandlers, makeHandlersLong } from '../../../test/support/long-handlers.ts'
import { invite } from '../../../test/support/player.ts'

const ADMIN = { email: 'olga@example.com', name: 'Olga', role: 'admin' as const, password: 'correct horse battery' }
const CLIENTS = ['REST', 'the console', 'the player', 'MCP'] as const

describe.each(ENGINES)('a record is read and composed in parts where that takes long, on %s', (engine) => {
  let instance: Instance
  let folder: string
  let origin: string
  let handlers: LongHandlers
  /** What each client asks for: the same guide. */
  const asked = {} as Record<(typeof CLIENTS)[number], { path: string; init: RequestInit }>

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'handrail-console-'))
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '')
    instance = await openInstance(engine, { consoleFolder: folder })
    const { acme, app, handrail } = instance
    const system = await handrail.asSystem(acme.id)
    await system.invoke(operations.createUser, ADMIN)
    const browsing = openBrowsing(app)
    await browsing.visit('/sign-in', { form: { email: ADMIN.email, password: ADMIN.password, return_to: '/' } })
    const cookie = [...browsing.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    asked.REST = {
      path: `/api/v1/guides/${acme.guide_id}`,
      init: { headers: { authorization: `Bearer ${acme.token}` } },
    }
    asked['the console'] = {
      path: '/console/operations/get_guide_draft',
      init: {
        method: 'POST',
        headers: {
          ...{ cookie, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' },
          ...{ 'content-type': 'application/json', 'handrail-workspace': acme.id },
        },
        body: JSON.stringify({ id: acme.guide_id }),
      },
    }
    asked.MCP = {
      path: '/mcp',
      init: {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${acme.token}`, 'content-type': 'application/json' },
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'get_guide', arguments: { id: acme.guide_id } },
        }),
      },
    }
    asked['the player'] = { path: (await invite(system, acme.guide_id)).path, init: {} }
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await instance.close()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    handlers = makeHandlersLong()
  })
  afterEach(() => handlers.stop())

  const ask = (client: (typeof CLIENTS)[number]) => {
    const { path, init } = asked[client]
    return fetch(new URL(path, origin), init)
  }

  test.each(CLIENTS)('by %s: others are answered before it is composed', async (client) => {
    let answered = 0
    handlers.between = async () => {
      if (answered === 0) answered = (await fetch(new URL('/sign-in', origin))).status
    }
    const response = await ask(client)
    expect([response.status, answered]).toEqual([200, 200])
    expect(await response.text()).toContain('Invite somebody')
    expect(handlers.taken).toBe(client === 'the console' ? 2 : 1)
  })

  test.each(CLIENTS)('by %s: the rest is dropped where the client has gone, and that is no fault', async (client) => {
    handlers.between = async (reply) => {
      reply.raw.socket?.destroy()
      await once(reply.raw, 'close')
    }
    await expect(ask(client)).rejects.toThrow('fetch failed')
    // A failure of MCP is an answer like others.
    if (client !== 'MCP') await expect.poll(() => handlers.failures).toMatchObject([{ message: 'The client has gone' }])
    expect(handlers.taken).toBe(1)
    expect(instance.logged.filter((line) => line.includes('has gone'))).toEqual([])
  })
})
