import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHandrail, operations } from '@handrail/core'
import fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowsing } from '../../../test/support/browsing.ts'
import { ENGINES, type Instance, openInstance, PUBLIC_URL, SECRET } from '../../../test/support/instance.ts'
import { createConnectionLimit } from './connection-limit.ts'
import { follow, pauseFor } from './follow.ts'
import { serveChanges } from './serve.ts'

const {
  changeMemberRole,
  createContact,
  createGuide,
  createUser,
  leaveDraft,
  listChanges,
  notePresence,
  removeMember,
  revokeOtherSessions,
  updateGuide,
} = operations

const PASSWORD = 'correct horse battery'
const NOBODY = '00000000-0000-0000-0000-000000000000'

interface Told {
  id: string
  changes: { event: string; subject_id: string | null }[]
  complete: boolean
}

/** What a line tells, message by message. */
async function* messagesOf(response: Response): AsyncGenerator<Told> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, id, data] = /^id: (\S+)\nevent: changes\ndata: (.+)$/.exec(text.slice(0, end)) ?? []
      text = text.slice(end + 2)
      if (id && data) yield { id, ...JSON.parse(data) }
    }
  }
}

/** Reads on until something is told of a record. @returns what was told until then */
async function toldUntil(line: AsyncGenerator<Told>, subject_id: string): Promise<Told[]> {
  const told: Told[] = []
  for (let next = await line.next(); !next.done; next = await line.next()) {
    told.push(next.value)
    if (next.value.changes.some((change) => change.subject_id === subject_id)) return told
  }
  throw new Error('The line ended before')
}

async function ended(line: AsyncGenerator<Told>): Promise<boolean> {
  for (let next = await line.next(); !next.done; ) next = await line.next()
  return true
}

describe.each(ENGINES)('the change stream on %s', (engine) => {
  let instance: Instance
  let folder: string
  let base: string
  let made = 0
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'handrail-console-'))
    await mkdir(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '')
    instance = await openInstance(engine, { consoleFolder: folder })
    base = await instance.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    // This client connects anew after what it has broken off, and asks nothing there.
    instance.app.server.closeAllConnections()
    await instance.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function member(role: 'viewer' | 'admin' = 'viewer') {
    const system = await instance.handrail.asSystem(instance.acme.id)
    const email = `member-${++made}@example.com`
    const { data } = await system.invoke(createUser, { email, name: 'M', role, password: PASSWORD })
    const browsing = openBrowsing(instance.app)
    await browsing.visit('/sign-in', { form: { email, password: PASSWORD, return_to: '/' } })
    const cookie = [...browsing.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const open = (headers: Record<string, string> = {}) =>
      fetch(`${base}/console/changes`, {
        method: 'POST',
        headers: {
          cookie,
          origin: PUBLIC_URL,
          'sec-fetch-site': 'same-origin',
          'handrail-workspace': instance.acme.id,
          ...headers,
        },
      })
    return { id: data.id, open, system, cookie }
  }

  async function contact(of = instance.acme.id, handrail = instance.handrail): Promise<string> {
    const bound = await handrail.asSystem(of)
    return (await bound.invoke(createContact, { email: `c-${++made}@example.com`, first_name: 'C' })).data.id
  }

  test('sends type and id of each change in the workspace, and none of other workspaces', async () => {
    const { open } = await member()
    const response = await open()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('content-encoding')).toBeNull()
    const line = messagesOf(response)
    await line.next()
    const foreign = await contact(instance.other.id)
    const id = await contact()
    const told = (await toldUntil(line, id)).flatMap(({ changes }) => changes)
    expect(told).toContainEqual({ event: 'contact.created', subject_id: id })
    expect(JSON.stringify(told)).not.toContain(foreign)
    await line.return(undefined)
  })

  test('reports once that a draft was saved, and that an author arrived or left', async () => {
    const { open, system } = await member('admin')
    const workspace = instance.acme.id
    const { data: guide } = await system.invoke(createGuide, { title: 'G' })
    const guide_id = guide.id
    const line = messagesOf(await open())
    await line.next()
    const told = async () => (await toldUntil(line, await contact())).flatMap(({ changes }) => changes)
    const changes = async () => (await told()).filter(({ subject_id }) => subject_id === guide_id)
    await system.invoke(updateGuide, { id: guide_id, title: 'H' })
    expect(await changes()).toEqual([{ event: 'draft.saved', subject_id: guide_id }])
    const who = await member('admin')
    const writer = await instance.handrail.asMember(workspace, who.id)
    await writer.invoke(notePresence, { guide_id })
    expect(await changes()).toEqual([{ event: 'draft.visited', subject_id: guide_id }])
    await writer.invoke(notePresence, { guide_id })
    expect(await changes()).toEqual([])
    await writer.invoke(leaveDraft, { guide_id })
    expect(await changes()).toEqual([{ event: 'draft.visited', subject_id: guide_id }])
    await line.return(undefined)
  })

  test('continues where the previous stream ended, without missing a change', async () => {
    const { open } = await member()
    const first = messagesOf(await open())
    const seen = await contact()
    const cursor = (await toldUntil(first, seen)).at(-1)?.id ?? ''
    await first.return(undefined)
    const missed = await contact()
    const second = messagesOf(await open({ 'last-event-id': cursor }))
    await toldUntil(second, missed)
    await second.return(undefined)
    expect((await open({ 'last-event-id': 'made up' })).status).toBe(422)
  })

  // An SQLite file has one process.
  const onPostgres = engine === 'postgres' ? ['another process'] : []
  test.each(onPostgres)('reports the change of %s', async () => {
    const { open } = await member()
    const line = messagesOf(await open())
    await line.next()
    const off = { upkeep: false, imports: false, webhooks: { deliver: false } }
    const elsewhere = await createHandrail({ database: instance.database, secret: SECRET, poolSize: 2, ...off })
    await toldUntil(line, await contact(instance.acme.id, elsewhere))
    await line.return(undefined)
    await elsewhere.close()
  })

  test('ends when the membership, the role or the session does', async () => {
    const [removed, raised, signedOut] = [await member(), await member(), await member()]
    const lines = await Promise.all(
      [removed, raised, signedOut].map(async ({ open }) => {
        const line = messagesOf(await open())
        await line.next()
        return line
      }),
    )
    await removed.system.invoke(removeMember, { user_id: removed.id })
    await raised.system.invoke(changeMemberRole, { user_id: raised.id, role: 'admin' })
    await instance.handrail.asUser(signedOut.id, NOBODY).invoke(revokeOtherSessions, {})
    expect(await Promise.all(lines.map(ended))).toEqual([true, true, true])
    expect([(await removed.open()).status, (await signedOut.open()).status]).toEqual([404, 401])
  })

  test('is refused beyond the limit of a browser, with an explanation, until another stream ends', async () => {
    const { open } = await member()
    const lines = await Promise.all(Array.from({ length: 8 }, () => open()))
    const refused = await open()
    expect([refused.status, (await refused.json()).error]).toMatchObject([
      429,
      { type: 'rate_limited', message: expect.stringContaining('Close some'), retry_after: 60 },
    ])
    expect(Number(refused.headers.get('retry-after'))).toBe(60)
    await Promise.all(lines.map((one) => one.body?.cancel()))
    await expect.poll(async () => (await open()).status).toBe(200)
  })

  test('is refused to other sites, visitors, and members of another workspace', async () => {
    const { open } = await member()
    const statuses = await Promise.all([
      open({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
      open({ cookie: 'handrail_session=guessed' }),
      open({ 'handrail-workspace': instance.other.id }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([403, 401, 404])
  })

  test('reads nothing while its reader does not consume', async () => {
    const system = await instance.handrail.asSystem(instance.acme.id)
    const end = new AbortController()
    let reads = 0
    const line = follow({
      async member() {
        reads++
        return system
      },
      watch: instance.handrail.watchChanges,
      lines: () => 1,
      after: undefined,
      signal: end.signal,
    })
    await line.next()
    await contact()
    await contact()
    expect(reads).toBe(1)
    await line.next()
    expect(reads).toBe(2)
    end.abort()
    expect(await line.next()).toMatchObject({ done: true })
  })

  test('reports unknown changes when there are too many', async () => {
    const system = await instance.handrail.asSystem(instance.acme.id)
    const { meta } = await system.invoke(listChanges, {})
    await Promise.all(Array.from({ length: 101 }, () => contact()))
    const { data, meta: after } = await system.invoke(listChanges, { cursor: meta.next_cursor })
    expect([data.length, after.complete]).toEqual([100, false])
    expect((await system.invoke(listChanges, { cursor: after.next_cursor })).meta.complete).toBe(true)
  })

  test('ends after a long stall, and releases its connection', async () => {
    const { cookie } = await member()
    const silent = fastify()
    const closing = new AbortController().signal
    const logger = pino({ level: 'silent' })
    serveChanges(silent, {
      handrail: instance.handrail,
      logger,
      closing,
      onRequest: async () => undefined,
      silentMs: 100,
    })
    const address = await silent.listen({ port: 0, host: '127.0.0.1' })
    const headers = { cookie, origin: PUBLIC_URL, 'handrail-workspace': instance.acme.id }
    // More, one after the other, than one browser may have at once.
    for (let number = 0; number < 9; ) {
      // On a machine with much else to do, it may be too silent before it has answered.
      const response = await fetch(`${address}/console/changes`, { method: 'POST', headers }).catch(() => undefined)
      if (!response) continue
      number++
      expect(response.status).toBe(200)
      await expect(ended(messagesOf(response))).rejects.toThrow('terminated')
    }
    await silent.close()
  })

  test('ends when the server stops', async () => {
    const closing = await openInstance(engine, { consoleFolder: folder })
    const address = await closing.app.listen({ port: 0, host: '127.0.0.1' })
    const system = await closing.handrail.asSystem(closing.acme.id)
    await system.invoke(createUser, { email: 'v@example.com', name: 'V', role: 'viewer', password: PASSWORD })
    const browsing = openBrowsing(closing.app)
    await browsing.visit('/sign-in', { form: { email: 'v@example.com', password: PASSWORD, return_to: '/' } })
    const cookie = [...browsing.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const headers = { cookie, origin: PUBLIC_URL, 'handrail-workspace': closing.acme.id }
    const line = messagesOf(await fetch(`${address}/console/changes`, { method: 'POST', headers }))
    await line.next()
    const closed = once(closing.app.server, 'close')
    const closes = closing.close()
    expect(await ended(line)).toBe(true)
    await Promise.all([closed, closes])
  })
})

test('however many lines are open, a process sends less than two hundred messages a second', () => {
  for (const lines of [1, 90, 500, 5000]) {
    const pauses = Array.from({ length: 1000 }, () => pauseFor(lines))
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(375)
    const perSecond = (lines * 1000) / (pauses.reduce((sum, one) => sum + one, 0) / pauses.length)
    expect(perSecond).toBeLessThan(200)
  }
})

test('releasing a connection twice counts once', () => {
  const limit = createConnectionLimit({ session: 1, person: 2, workspace: 2 })
  const keys = { session: 's', person: 'p', workspace: 'w' }
  const leave = limit.take(keys)
  expect(() => limit.take(keys)).toThrow('Close some')
  leave()
  leave()
  limit.take(keys)
  limit.take({ ...keys, session: 't' })
  expect(() => limit.take({ ...keys, session: 'u' })).toThrow('Too many browsers')
})
