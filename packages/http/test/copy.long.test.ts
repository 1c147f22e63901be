import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { AppError, type Bound, createHandrail, type Handrail, operations } from '@handrail/core'
import { afterEach, describe, expect, test } from 'vitest'
import { savedAs } from '../../../test/documents.ts'
import { ENGINES, type Instance, openInstance, SECRET } from './support/instance.ts'

const {
  completeStep,
  createContact,
  createEnrollment,
  createOrganisation,
  createWebhookEndpoint,
  deleteContact,
  deleteEnrollment,
  enableWebhookEndpoint,
  getGuide,
  listContacts,
  listEnrollments,
  listOrganisations,
  listWebhookDeliveries,
  recoverWebhookEndpoint,
  updateContact,
  updateEnrollment,
  updateOrganisation,
} = operations

const HOUR = 3_600_000
const ROUNDS = 20
const PROGRAM = savedAs('webhooks.md', 'copy.mjs')
/** Where the library that the program verifies with is found by its name. */
const CORE = fileURLToPath(new URL('../../core/test/', import.meta.url))
/** The program lives by the clock of the instance: signatures are good for minutes. */
const SHIFTED = `import { readFileSync } from 'node:fs'
const Real = Date
globalThis.Date = class extends Real {
  constructor(...given) { given.length > 0 ? super(...given) : super(Date.now()) }
  static now() { return Real.now() + Number(readFileSync(process.env.SHIFT_FILE, 'utf8')) }
}`

/** What changes without an event of its own, or is only in the one or the other. */
const FIELDS = {
  contact: ['email', 'first_name', 'last_name', 'organisation_id', 'metadata', 'created_at', 'updated_at'],
  organisation: ['name', 'domain', 'external_id', 'metadata', 'created_at', 'updated_at'],
  enrollment: [
    'contact_id',
    'guide_id',
    'organisation_id',
    'status',
    'progress_percentage',
    'metadata',
    'completed_at',
  ],
} as const
type Kind = keyof typeof FIELDS

describe.each(ENGINES)('a copy kept by the program of the documentation, on %s', (engine) => {
  const ending: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ending.splice(0).reverse()) await end()
  })

  async function open() {
    const folder = mkdtempSync(join(tmpdir(), 'handrail-copy-'))
    const place = mkdtempSync(join(CORE, 'copy-'))
    ending.push(() => {
      for (const path of [folder, place]) rmSync(path, { recursive: true, force: true })
    })
    const shiftFile = join(folder, 'shift')
    let shift = 0
    const pass = (milliseconds: number) => {
      shift += milliseconds
      writeFileSync(shiftFile, String(shift))
    }
    pass(0)
    const now = () => new Date(Date.now() + shift)
    const core = { now, publicUrl: 'http://localhost:3000', webhooks: { deliver: true } }
    const instance = await openInstance(engine, {}, core)
    ending.push(instance.close)
    await instance.app.listen({ port: 0, host: '127.0.0.1' })
    const base = `http://127.0.0.1:${(instance.app.server.address() as AddressInfo).port}`
    const doors = [await instance.handrail.asSystem(instance.acme.id), await elsewhere(instance, core)]
    return { folder, place, shiftFile, pass, instance, base, doors }
  }

  /** The workspace through another process's door: on PostgreSQL an instance of its own, which sends deliveries too. */
  async function elsewhere(instance: Instance, core: object): Promise<Bound> {
    if (engine === 'sqlite') return instance.handrail.asSystem(instance.acme.id)
    const { database, files } = instance
    const other: Handrail = await createHandrail({ database, files, secret: SECRET, upkeep: false, ...core })
    ending.push(other.close)
    return other.asSystem(instance.acme.id)
  }

  /** What stands before the program: it can be out, as a network can. */
  async function startGateway() {
    const state = { out: false, port: 0 }
    const server: Server = createServer(async (request, response) => {
      const body = await text(request)
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
      const passed = headers.filter(([name]) => /^(webhook-|content-type)/.test(name))
      const to = `http://127.0.0.1:${state.port}`
      const answer = state.out
        ? undefined
        : await fetch(to, { method: 'POST', headers: passed, body }).catch(() => undefined)
      response.writeHead(answer?.status ?? 503).end(await answer?.text())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ending.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
  }

  test(`is equal in ${ROUNDS} of ${ROUNDS} rounds, each with an outage of an hour, whoever changes what at once`, async () => {
    const { folder, place, shiftFile, pass, instance, base, doors } = await open()
    const [acme] = doors as [Bound, Bound]
    const { state, url } = await startGateway()
    const events = ['contact.*', 'organisation.*', 'enrollment.*']
    const { data: endpoint } = await acme.invoke(createWebhookEndpoint, { url, events })
    const file = join(place, 'copy.mjs')
    writeFileSync(file, PROGRAM)
    const preload = join(folder, 'shifted.mjs')
    writeFileSync(preload, SHIFTED)
    const COPY = join(folder, 'copy.db')
    let program: ChildProcess | undefined
    ending.push(() => program?.kill('SIGKILL'))

    async function start(): Promise<void> {
      state.port = await freePort()
      const environment = { PATH: process.env.PATH ?? '', SHIFT_FILE: shiftFile, COPY, PORT: String(state.port) }
      const env = {
        ...environment,
        HANDRAIL: base,
        HANDRAIL_API_KEY: instance.acme.token,
        WEBHOOK_SECRET: endpoint.secret,
      }
      const child = spawn(process.execPath, ['--no-warnings', '--import', preload, file], { env })
      program = child
      let said = ''
      await new Promise<void>((resolve, reject) => {
        for (const output of [child.stdout, child.stderr])
          output.on('data', (part) => {
            said += part
            if (said.includes('The copy is complete')) resolve()
          })
        child.once('close', () => reject(new Error(`The program ended: ${said}`)))
      })
    }

    async function stop(): Promise<void> {
      const child = program
      if (!child) return
      await new Promise((resolve) => {
        child.once('close', resolve)
        child.kill('SIGKILL')
      })
    }

    const work = workOf(doors, instance.acme.guide_id)
    await work(20)
    await start()
    for (let round = 0; round < ROUNDS; round++) {
      await work(20)
      const since = new Date(Date.now() + Number(readFileSync(shiftFile, 'utf8')) - 1000).toISOString()
      // Every other time the program itself is gone, and catches up by the feed; otherwise Handrail makes up for it.
      const isGone = round % 2 === 1
      if (isGone) await stop()
      else state.out = true
      await work(15)
      pass(HOUR)
      await work(15)
      // Nothing is being committed in this very millisecond of a clock that is not the database's.
      pass(10)
      state.out = false
      if (isGone) await start()
      else await acme.invoke(recoverWebhookEndpoint, { id: endpoint.id, since })
      await work(20)
      await expect
        .poll(
          async () => {
            await acme.invoke(enableWebhookEndpoint, { id: endpoint.id })
            const pending = await acme.invoke(listWebhookDeliveries, { id: endpoint.id, status: 'pending' })
            return pending.data.length
          },
          { timeout: 60_000, interval: 100 },
        )
        .toBe(0)
      const failed = await acme.invoke(listWebhookDeliveries, { id: endpoint.id, status: 'failed' })
      expect(failed.data).toEqual([])
      expect(copyIn(COPY), `round ${round + 1}`).toEqual(await recordsOf(acme))
    }
    await stop()
  }, 900_000)
})

/** People and programs that change the same few records at the same time, through two processes. */
function workOf(doors: Bound[], guide_id: string) {
  const ids = { contacts: [] as string[], organisations: [] as string[], enrollments: [] as string[] }
  let steps: string[] = []
  let count = 0
  const one = (some: string[]) => some[Math.floor(Math.random() * some.length)] ?? ''

  async function change(door: Bound): Promise<void> {
    const number = ++count
    const last_name = `Name ${number}`
    const act = Math.random()
    if (ids.organisations.length < 3) {
      ids.organisations.push((await door.invoke(createOrganisation, { name: last_name })).data.id)
    } else if (ids.contacts.length < 6 || act < 0.08) {
      const contact = { email: `c${number}@example.com`, first_name: 'C', organisation_id: one(ids.organisations) }
      ids.contacts.push((await door.invoke(createContact, contact)).data.id)
    } else if (ids.enrollments.length < 3 || act < 0.16) {
      const enrollment = { contact_id: one(ids.contacts), guide_id }
      ids.enrollments.push((await door.invoke(createEnrollment, enrollment)).data.id)
    } else if (act < 0.4) await door.invoke(updateContact, { id: one(ids.contacts), last_name })
    else if (act < 0.5)
      await door.invoke(updateContact, { id: one(ids.contacts), organisation_id: one(ids.organisations) })
    else if (act < 0.6) await door.invoke(updateOrganisation, { id: one(ids.organisations), name: last_name })
    else if (act < 0.75) await door.invoke(updateEnrollment, { id: one(ids.enrollments), metadata: { number } })
    else if (act < 0.9) await door.invoke(completeStep, { id: one(ids.enrollments), step_id: one(steps) })
    else if (act < 0.95) await door.invoke(deleteContact, { id: one(ids.contacts) })
    else await door.invoke(deleteEnrollment, { id: one(ids.enrollments) })
  }

  return async (changes: number) => {
    const { data: guide } = await (doors[0] as Bound).invoke(getGuide, { id: guide_id })
    steps = guide.sections.flatMap((section) => section.steps.map(({ id }) => id))
    const changing = Array.from({ length: changes }, (_, index) => change(doors[index % doors.length] as Bound))
    for (const outcome of await Promise.allSettled(changing)) {
      // Two may want the same, and some is gone already.
      if (outcome.status === 'rejected' && !(outcome.reason instanceof AppError)) throw outcome.reason
    }
  }
}

interface Page {
  data: Record<string, unknown>[]
  meta: { next_cursor?: string | null | undefined }
}

type Records = Record<Kind, Record<string, unknown>>

async function recordsOf(bound: Bound): Promise<Records> {
  const found: Records = { contact: {}, organisation: {}, enrollment: {} }
  const pages: Record<Kind, (input: { cursor: string; per_page: number }) => Promise<Page>> = {
    contact: (input) => bound.invoke(listContacts, input),
    organisation: (input) => bound.invoke(listOrganisations, input),
    enrollment: (input) => bound.invoke(listEnrollments, input),
  }
  for (const kind of Object.keys(pages) as Kind[])
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page = await pages[kind]({ cursor, per_page: 100 })
      for (const record of page.data) found[kind][String(record.id)] = comparable(kind, record)
      cursor = page.meta.next_cursor ?? null
    }
  return found
}

function copyIn(file: string): Records {
  const found: Records = { contact: {}, organisation: {}, enrollment: {} }
  const copy = new DatabaseSync(file, { readOnly: true })
  for (const { id, kind, record } of copy.prepare('select id, kind, record from records where gone = 0').all())
    found[kind as Kind][String(id)] = comparable(kind as Kind, JSON.parse(String(record)))
  copy.close()
  return found
}

function comparable(kind: Kind, record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(FIELDS[kind].map((field) => [field, record[field]]))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('the program that keeps a copy is short', () => {
  const lines = PROGRAM.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//'))
  expect(lines.length).toBeLessThanOrEqual(60)
})
