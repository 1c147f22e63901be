import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bound, createHandrail, type Handrail, operations } from '@handrail/core'
import { Agent, request } from 'undici'
import type { Note } from '../aims.ts'
import type { Databases } from '../data/databases.ts'
import { SECRET } from '../data/seed.ts'
import { withInstance } from '../data/senders.ts'
import { type Server, startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

const { createApiKey, createUser, createWorkspace, signIn } = operations

const ROUNDS = 3
/** A workspace has up to 250 lines, a person 24, and a session 8. */
const WORKSPACES = 2
const LINES_OF_WORKSPACE = 250
const LINES_OF_PERSON = 24
const LINES_OF_SESSION = 8
const WRITES = 400
const WRITE_EVERY_MS = 50
const PASSWORD = 'twelve letters of no value'

interface Workspace {
  id: string
  token: string
  /** The cookies of sessions, each for as many lines as a session may have. */
  cookies: string[]
}

interface Measured {
  p99: number
  /** Processor time, by the time of the writes. */
  core: number
}

/** Writes beside 500 open lines of the console, all of which are told of them, and the same writes without lines. */
export async function measureLive(databases: Databases, note: Note): Promise<void> {
  const url = await databases.empty()
  const rounds = await withInstance(async (database) => {
    const workspaces = await prepare(database)
    const found: { alone: Measured; beside: Measured }[] = []
    for (let round = 0; round < ROUNDS; round++)
      found.push({
        alone: await measured(database, workspaces, false),
        beside: await measured(database, workspaces, true),
      })
    return found
  }, url)
  const of = (which: 'alone' | 'beside', figure: keyof Measured) => median(rounds.map((round) => round[which][figure]))
  const ratio = median(rounds.map(({ alone, beside }) => beside.p99 / alone.p99))
  const core = median(rounds.map(({ alone, beside }) => beside.core - alone.core))
  note('liveWrites', ratio)
  note('liveCore', core)
  const row = (what: string, which: 'alone' | 'beside') => ({
    what,
    'p99 (ms)': of(which, 'p99'),
    core: of(which, 'core'),
  })
  print(`${1000 / WRITE_EVERY_MS} creates a second in ${WORKSPACES} workspaces, and the share of a core`, [
    row('no lines', 'alone'),
    row(`${WORKSPACES * LINES_OF_WORKSPACE} lines`, 'beside'),
    { what: 'with lines, of without', 'p99 (ms)': ratio },
    { what: 'what the lines add', core },
  ])
}

async function prepare(database: string): Promise<Workspace[]> {
  const handrail = await createHandrail({ database, secret: SECRET, upkeep: false })
  const workspaces: Workspace[] = []
  for (let number = 0; number < WORKSPACES; number++) {
    const { data } = await (await handrail.asSystem()).invoke(createWorkspace, { name: 'Live' })
    const bound = await handrail.asSystem(data.id)
    const { data: key } = await bound.invoke(createApiKey, { name: 'writer', scopes: ['contacts:write'] })
    const cookies = []
    for (let lines = 0; lines < LINES_OF_WORKSPACE; lines += LINES_OF_PERSON)
      cookies.push(...(await sessionsOfOne(handrail, bound)))
    workspaces.push({ id: data.id, token: key.token, cookies })
  }
  await handrail.close()
  return workspaces
}

/** A member with as many sessions as all lines of a person need. */
async function sessionsOfOne(handrail: Handrail, bound: Bound): Promise<string[]> {
  const email = `${randomUUID()}@live.example`
  await bound.invoke(createUser, { email, name: 'L', role: 'admin', password: PASSWORD })
  const cookies = []
  for (let lines = 0; lines < LINES_OF_PERSON; lines += LINES_OF_SESSION) {
    const visitor = handrail.asVisitor('127.0.0.1')
    const { data } = await visitor.invoke(signIn, { email, password: PASSWORD, device: 'bench' })
    cookies.push(`handrail_session=${data.session_token}`)
  }
  return cookies
}

async function measured(database: string, workspaces: Workspace[], withLines: boolean): Promise<Measured> {
  const server = await startService(database)
  const agent = new Agent({ connections: null })
  const lines = withLines ? await openLines(server, workspaces, agent) : []
  await writes(server, workspaces, WRITES / 10)
  const [processor, began] = [server.processorMs(), performance.now()]
  const taken = await writes(server, workspaces, WRITES)
  const core = (server.processorMs() - processor) / (performance.now() - began)
  const open = lines.filter((line) => !line.hasEnded()).length
  await agent.destroy()
  await server.stop()
  if (open < lines.length) throw new Error(`${lines.length - open} lines ended: the figure would mean nothing`)
  return { p99: taken[Math.floor(taken.length * 0.99)] ?? 0, core }
}

interface Line {
  hasEnded(): boolean
}

async function openLines({ url }: Server, workspaces: Workspace[], agent: Agent): Promise<Line[]> {
  const wanted = workspaces.flatMap(({ id, cookies }) =>
    Array.from({ length: LINES_OF_WORKSPACE }, (_, i) => ({
      id,
      cookie: cookies[Math.floor(i / LINES_OF_SESSION)] ?? '',
    })),
  )
  const lines: Line[] = []
  for (const { id, cookie } of wanted) {
    const headers = { cookie, origin: url, 'sec-fetch-site': 'same-origin', 'handrail-workspace': id }
    const { statusCode, body } = await request(`${url}/console/changes`, {
      method: 'POST',
      headers,
      dispatcher: agent,
      bodyTimeout: 0,
    })
    if (statusCode !== 200) throw new Error(`A line was answered with ${statusCode}: ${await body.text()}`)
    let ended = false
    // What it says is read and not looked at.
    body
      .on('error', () => undefined)
      .on('close', () => (ended = true))
      .resume()
    lines.push({ hasEnded: () => ended })
  }
  return lines
}

/** Contacts that are created in each workspace in turn, at a fixed rate. @returns the sorted milliseconds of each */
async function writes({ url }: Server, workspaces: Workspace[], count: number): Promise<number[]> {
  const taken: number[] = []
  const create = async (number: number) => {
    const { token } = workspaces[number % workspaces.length] as Workspace
    const began = performance.now()
    const response = await fetch(`${url}/api/v1/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ contact: { email: `${randomUUID()}@live.example`, first_name: 'L' } }),
    })
    await response.arrayBuffer()
    if (response.status !== 201) throw new Error(`A create was answered with ${response.status}`)
    taken.push(performance.now() - began)
  }
  const all = []
  for (let number = 0; number < count; number++) {
    all.push(create(number))
    await sleep(WRITE_EVERY_MS)
  }
  await Promise.all(all)
  return taken.sort((a, b) => a - b)
}
