import { setTimeout as sleep } from 'node:timers/promises'
import { createHandrail, type Handrail, operations } from '@handrail/core'
import type { Databases, Prepared } from '../data/databases.ts'
import { SECRET } from '../data/seed.ts'
import { load, type Target } from '../load.ts'
import { type Server, startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

const { createApiKey, createContact, createEnrollment, createGuide, publishGuide } = operations

const ROUNDS = 3
const CONTACTS = 500
/** Average time that people spend on a page. */
const PAUSE_MS = 1500

const TEXT =
  'Your calendar decides when people are paid.\n\n## Which one fits?\n\n- **Monthly** suits most.\n- **Weekly** is best for hourly staff.\n'
const STEPS = 12

interface Invited {
  id: string
  path: string
}

interface Sample extends Prepared {
  people: Invited[]
  steps: string[]
  token: string
}

/** The cost of a step page relative to a GET of the API, and of 500 contacts who complete a guide at once. */
export async function measurePlayer(databases: Databases, contacts: number): Promise<void> {
  const prepared = databases.copy(await databases.prepare(contacts))
  const sample = { ...prepared, ...(await inviteAll(prepared.database, prepared.workspace_id)) }
  const server = await startService(sample.database)
  try {
    await measureCost(server, sample)
    await measureCrowd(server, sample)
  } finally {
    await server.stop()
  }
}

async function inviteAll(database: string, workspace_id: string): Promise<Pick<Sample, 'people' | 'steps' | 'token'>> {
  const handrail: Handrail = await createHandrail({ database, secret: SECRET, upkeep: false })
  const bound = await handrail.asSystem(workspace_id)
  const steps = Array.from({ length: STEPS }, (_, index) => ({ title: `Step ${index}`, content: { markdown: TEXT } }))
  const sections = [0, 1, 2].map((part) => ({ title: `Part ${part}`, steps: steps.slice(part * 4, part * 4 + 4) }))
  const { data: draft } = await bound.invoke(createGuide, { title: 'Get going', sections })
  const { data: guide } = await bound.invoke(publishGuide, { id: draft.id })
  const people = await Promise.all(
    Array.from({ length: CONTACTS }, async (_, index) => {
      const fields = { email: `player-${index}@example.com`, first_name: 'Maya' }
      const { data: contact } = await bound.invoke(createContact, fields)
      const { data } = await bound.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
      return { id: data.id, path: new URL(data.url).pathname }
    }),
  )
  const { data: key } = await bound.invoke(createApiKey, { name: 'player', scopes: ['enrollments:read'] })
  await handrail.close()
  return { people, token: key.token, steps: guide.sections.flatMap((section) => section.steps.map(({ id }) => id)) }
}

/** Processor time per request, over 64 connections. */
async function measureCost(server: Server, { people, steps, token }: Sample): Promise<void> {
  const target: Target = { url: server.url, token }
  let turn = 0
  const someone = () => people[turn++ % people.length] as Invited
  const kinds = {
    'get an enrollment (REST)': () => `/api/v1/enrollments/${someone().id}`,
    'the page of a step': () => `${someone().path}/steps/${steps[5]}`,
    'the overview': () => someone().path,
  }
  const costs = Object.fromEntries(Object.keys(kinds).map((what) => [what, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [what, path] of Object.entries(kinds)) costs[what]?.push(await costOf(server, target, path))
  const least = median(costs['get an enrollment (REST)'] ?? [])
  const rows = Object.entries(costs).map(([what, found]) => ({
    what,
    'CPU ms': median(found),
    ratio: median(found) / least,
  }))
  print('What a page of the player costs, 64 connections', rows)
}

async function costOf(server: Server, target: Target, path: () => string): Promise<number> {
  const before = server.processorMs()
  const { requests } = await load({ ...target, seconds: 3 }, { method: 'GET', next: () => ({ path: path() }) })
  return (server.processorMs() - before) / requests
}

/** All contacts at once, each from the link to the last step, while a program reads enrollments. */
async function measureCrowd({ url }: Server, { people, steps, token }: Sample): Promise<void> {
  const pages: number[] = []
  const posts: number[] = []
  const reads: number[] = []
  const timed = async (taken: number[], path: string, init?: RequestInit) => {
    const began = performance.now()
    const response = await fetch(new URL(path, url), { redirect: 'manual', ...init })
    await response.arrayBuffer()
    taken.push(performance.now() - began)
    if (response.status >= 400) throw new Error(`${init?.method ?? 'GET'} ${path} answered ${response.status}`)
  }
  const follow = async ({ path }: Invited) => {
    const pause = () => sleep(Math.random() * 2 * PAUSE_MS)
    await pause()
    await timed(pages, path)
    for (const step of steps) {
      await pause()
      await timed(pages, `${path}/steps/${step}`)
      await pause()
      await timed(posts, `${path}/steps/${step}`, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } })
    }
  }
  let done = false
  const read = async () => {
    for (let turn = 0; !done; turn++) {
      const { id } = people[turn % people.length] as Invited
      await timed(reads, `/api/v1/enrollments/${id}`, { headers: { authorization: `Bearer ${token}` } })
      await sleep(20)
    }
  }
  const reading = read()
  await Promise.all(people.map(follow))
  done = true
  await reading
  const rows = Object.entries({ 'a page': pages, 'a step done': posts, 'get an enrollment (REST)': reads }).map(
    ([what, taken]) => ({ what, requests: taken.length, 'median ms': at(taken, 0.5), 'p99 ms': at(taken, 0.99) }),
  )
  print(`${people.length} contacts at once, each through ${steps.length} steps`, rows)
}

function at(taken: number[], part: number): number {
  return taken.toSorted((a, b) => a - b)[Math.floor((taken.length - 1) * part)] ?? 0
}
