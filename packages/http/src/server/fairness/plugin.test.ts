import { connect } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { turnsDuring } from '../../../../../test/turns-during.ts'
import { ENGINES, type Instance, openInstance } from '../../../test/support/instance.ts'
import { createApp } from '../../index.ts'

describe.each(ENGINES)('requests take turns, on %s', (engine) => {
  let instance: Instance
  let app: FastifyInstance
  /** Who was answered, in order. */
  let answered: string[]
  /** The parts that ran of requests with several. */
  let parts: number
  let spun: number
  /** What happened, in order. */
  let order: string[]
  beforeEach(async () => {
    instance = await openInstance(engine)
    answered = []
    parts = 0
    spun = 0
    order = []
    const logger = pino({}, { write: (line) => instance.logged.push(line) })
    app = await createApp({ handrail: instance.handrail, trustProxy: true, logger })
    app.get('/spin', (_request, reply) => {
      for (const until = performance.now() + 10; performance.now() < until; );
      spun++
      return reply.send('spun')
    })
    app.get('/long/:ms', async (request) => {
      const { ms } = request.params as { ms: string }
      // As by an answer of the database, beside the turns.
      if ('later' in (request.query as object)) await sleep(50)
      for (const until = performance.now() + Number(ms); performance.now() < until; );
      const paused = request.pause()
      await paused
      return String(paused !== undefined)
    })
    app.get('/parts', async (request) => {
      for (let part = 0; part < 5; part++) {
        await request.takeNextTurn()
        for (const until = performance.now() + 10; performance.now() < until; );
        parts++
      }
      return 'done'
    })
    app.get('/reads', async () => {
      await instance.handrail.database.read(async ({ connection }) => {
        for (let statement = 0; statement < 5; statement++) {
          for (const until = performance.now() + 20; performance.now() < until; );
          await connection.rows('select 1 as one', [])
          order.push('statement')
        }
      })
      return 'read'
    })
    await app.ready()
  })
  afterEach(async () => {
    await app.close()
    await instance.close()
  })

  async function ask(who: string, path: string, headers: Record<string, string>): Promise<number> {
    const { statusCode } = await app.inject({ url: path, headers })
    answered.push(who)
    return statusCode
  }

  const from = (address: string) => ({ 'x-forwarded-for': address })
  const withKey = () => ({ authorization: `Bearer ${instance.acme.token}`, ...from('203.0.113.99') })

  test('an address that asks for much waits behind one that asks for little', async () => {
    const much = Array.from({ length: 60 }, () => ask('much', '/spin', from('203.0.113.1')))
    await nextTurn()
    const before = answered.length
    expect(await ask('little', '/spin', from('203.0.113.2'))).toBe(200)
    expect(answered.length - before).toBeLessThan(8)
    expect(await Promise.all(much)).toEqual(Array(60).fill(200))
  })

  test('many addresses together leave half of the time to a known key', async () => {
    expect(await ask('known', '/api/v1/contacts', withKey())).toBe(200)
    answered = []
    const crowd = Array.from({ length: 100 }, (_, one) => ask('crowd', '/spin', from(`198.51.100.${one}`)))
    await nextTurn()
    const before = answered.length
    for (let time = 0; time < 5; time++) expect(await ask('known', '/api/v1/contacts', withKey())).toBe(200)
    expect(answered.length - before).toBeLessThan(60)
    await Promise.all(crowd)
  })

  test('what was used is shown by workspace, without its credential', async () => {
    for (let time = 0; time < 3; time++) await ask('known', '/api/v1/contacts', withKey())
    await ask('spin', '/spin', from('203.0.113.1'))
    const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    expect(body).toMatch(new RegExp(`^handrail_request_work_seconds\\{workspace="${instance.acme.id}"\\} 0\\.`, 'm'))
    const [, anonymous] = /^handrail_request_work_seconds\{workspace="anonymous"\} (\S+)/m.exec(body) ?? []
    expect(Number(anonymous)).toBeGreaterThan(0.009)
    expect(body).not.toContain(instance.acme.token)
  })

  test('a request of several parts lets others run between them, and is charged for each', async () => {
    const { value, turns } = await turnsDuring(() => ask('parts', '/parts', from('203.0.113.1')))
    expect([value, parts]).toEqual([200, 5])
    expect(turns).toBeGreaterThanOrEqual(4)
    const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    const [, used] = /^handrail_request_work_seconds\{workspace="anonymous"\} (\S+)/m.exec(body) ?? []
    expect(Number(used)).toBeGreaterThan(0.049)
  })

  test('clients that connect together are accepted before their requests run', async () => {
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    let connected = 0
    let spunBefore = 0
    app.server.on('connection', () => {
      connected++
      spunBefore = spun
    })
    const get = () =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1').once('error', reject)
        socket.write('GET /spin HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
        socket.once('data', (bytes) => resolve(bytes.subarray(9, 12).toString()))
      })
    const statuses = await Promise.all(Array.from({ length: 60 }, get))
    expect(statuses).toEqual(Array(60).fill('200'))
    expect(connected).toBe(60)
    expect(spunBefore).toBeLessThan(20)
  })

  test('what reads much lets others go on between its statements, although all before it were short', async () => {
    for (let time = 0; time < 60; time++) await app.inject({ url: '/long/0', headers: from('203.0.113.1') })
    const much = ask('much', '/reads', from('203.0.113.1'))
    while (order.length === 0) await nextTurn()
    await ask('little', '/healthz', from('203.0.113.2'))
    order.push('little')
    expect(await much).toBe(200)
    expect(order.indexOf('little')).toBeLessThan(4)
  })

  test('requests that wait are dropped when their clients have gone', async () => {
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const gone = new AbortController()
    const ask100 = () => fetch(new URL('/spin', url), { signal: gone.signal }).catch(() => 'gone')
    const asked = Array.from({ length: 100 }, ask100)
    while (spun === 0) await nextTurn()
    gone.abort()
    await Promise.all(asked)
    for (let time = 0; time < 10; time++) expect(await ask('others', '/spin', from('203.0.113.2'))).toBe(200)
    expect(spun - 10).toBeLessThan(90)
  })

  test('a request that has run for long lets others go on before its next part, and a short one goes on at once', async () => {
    expect((await app.inject({ url: '/long/40', headers: from('203.0.113.1') })).payload).toBe('true')
    expect((await app.inject({ url: '/long/0', headers: from('203.0.113.1') })).payload).toBe('false')
  })

  test('a request that goes on with an answer of the database is long by what it runs, and not by what it waits for', async () => {
    expect((await app.inject({ url: '/long/40?later', headers: from('203.0.113.1') })).payload).toBe('true')
    expect((await app.inject({ url: '/long/0?later', headers: from('203.0.113.1') })).payload).toBe('false')
  })

  test('the parts that are left of a request are dropped when its client has gone', async () => {
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const gone = new AbortController()
    const asked = fetch(new URL('/parts', url), { signal: gone.signal }).catch(() => 'gone')
    while (parts === 0) await nextTurn()
    gone.abort()
    expect(await asked).toBe('gone')
    // Its connection is closed while requests of others are served.
    for (let time = 0; time < 10; time++) expect(await ask('others', '/spin', from('203.0.113.2'))).toBe(200)
    expect(parts).toBeLessThan(5)
    expect(instance.logged.filter((line) => line.includes('has gone'))).toEqual([])
  })

  test('a body is taken in before the turn, and the operation answers as ever', async () => {
    const payload = { contact: { email: 'body@harbour.example', first_name: 'Zoë' } }
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/v1/contacts', headers: withKey(), payload })
    expect(statusCode).toBe(201)
  })
})
