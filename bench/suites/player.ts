import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHandrail, type Handrail, operations } from '@handrail/core'
import type { Note } from '../aims.ts'
import type { Databases, Prepared } from '../data/databases.ts'
import { SECRET } from '../data/seed.ts'
import { load } from '../load.ts'
import { type Server, startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

const { createApiKey, createContact, createEnrollment, createGuide, publishGuide } = operations

const ROUNDS = 3
const CONTACTS = 500
/** No more than an instance has connections of PostgreSQL. */
const AT_ONCE = 10
/** Average time that people spend on a page. */
const PAUSE_MS = 1500

const TEXT =
  'Your calendar decides when people are paid.\n\n## Which one fits?\n\n- **Monthly** suits most.\n- **Weekly** is best for hourly staff.\n'
const STEPS = 12

/** The control of a form's only field, as pages name it: the beginning of the hash of its name. */
const FORM_FIELDS = hash('sha256', 'a', 'hex').slice(0, 8)

interface Invited {
  id: string
  path: string
  contact_id: string
  /** The path of an enrollment in a guide of forms. */
  formsPath: string
}

interface Sample extends Prepared {
  people: Invited[]
  steps: string[]
  forms: string[]
  token: string
}

/** The cost of pages and answers relative to a GET of a contact, and of 500 contacts who complete a guide at once. */
export async function measurePlayer(databases: Databases, contacts: number, note: Note): Promise<void> {
  const prepared = databases.copy(await databases.prepare(contacts))
  const sample = { ...prepared, ...(await inviteAll(prepared.database, prepared.workspace_id)) }
  const server = await startService(sample.database)
  try {
    await measureCost(server, sample, note)
    await measureCrowd(server, sample)
  } finally {
    await server.stop()
  }
}

async function inviteAll(
  database: string,
  workspace_id: string,
): Promise<Omit<Sample, keyof Prepared> & Pick<Sample, 'token'>> {
  const handrail: Handrail = await createHandrail({ database, secret: SECRET, upkeep: false })
  const bound = await handrail.asSystem(workspace_id)
  const steps = Array.from({ length: STEPS }, (_, index) => ({ title: `Step ${index}`, content: { markdown: TEXT } }))
  const sections = [0, 1, 2].map((part) => ({ title: `Part ${part}`, steps: steps.slice(part * 4, part * 4 + 4) }))
  const { data: draft } = await bound.invoke(createGuide, { title: 'Get going', sections })
  const { data: guide } = await bound.invoke(publishGuide, { id: draft.id })
  const form = {
    type: 'form' as const,
    content: { fields: [{ kind: 'text' as const, name: 'a', label: 'A', required: true }] },
  }
  const questions = steps.map(({ title }) => ({ ...form, title }))
  const { data: asking } = await bound.invoke(createGuide, {
    title: 'Tell us',
    sections: [{ title: 'Forms', steps: questions }],
  })
  const { data: forms } = await bound.invoke(publishGuide, { id: asking.id })
  const people: Invited[] = []
  const invite = async (index: number) => {
    const fields = { email: `player-${index}@example.com`, first_name: 'Maya' }
    const { data: contact } = await bound.invoke(createContact, fields)
    const enrolledIn = async (guide_id: string) =>
      (await bound.invoke(createEnrollment, { contact_id: contact.id, guide_id })).data
    const [followed, asked] = [await enrolledIn(guide.id), await enrolledIn(forms.id)]
    const paths = { path: new URL(followed.url).pathname, formsPath: new URL(asked.url).pathname }
    people.push({ id: followed.id, contact_id: contact.id, ...paths })
  }
  for (let from = 0; from < CONTACTS; from += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => invite(from + i)))
  const { data: key } = await bound.invoke(createApiKey, {
    name: 'player',
    scopes: ['contacts:read', 'enrollments:read'],
  })
  await handrail.close()
  const stepsOf = ({ sections }: Pick<typeof guide, 'sections'>) =>
    sections.flatMap((section) => section.steps.map(({ id }) => id))
  return { people, token: key.token, steps: stepsOf(guide), forms: stepsOf(forms) }
}

/** Processor time per request, over 64 connections. */
async function measureCost(server: Server, { people, steps, forms, token }: Sample, note: Note): Promise<void> {
  let turn = 0
  const someone = () => people[turn++ % people.length] as Invited
  const GET = (path: () => string) => ({ method: 'GET' as const, next: () => ({ path: path() }) })
  const kinds = {
    'get a contact (REST)': GET(() => `/api/v1/contacts/${someone().contact_id}`),
    'get an enrollment (REST)': GET(() => `/api/v1/enrollments/${someone().id}`),
    'the page of a step': GET(() => `${someone().path}/steps/${steps[5]}`),
    'the same, gzipped': {
      ...GET(() => `${someone().path}/steps/${steps[5]}`),
      headers: { 'accept-encoding': 'gzip' },
    },
    'the overview': GET(() => someone().path),
    'an answer to a form': {
      method: 'POST' as const,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      next: () => {
        const form = forms[Math.floor(turn / people.length) % forms.length]
        return { path: `${someone().formsPath}/steps/${form}`, body: `fields=${FORM_FIELDS}&f0=${turn}` }
      },
    },
  }
  const costs = Object.fromEntries(Object.keys(kinds).map((what) => [what, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [what, work] of Object.entries(kinds)) {
      const before = server.processorMs()
      const { requests } = await load({ url: server.url, token, seconds: 2, mayRedirect: true }, work)
      costs[what]?.push((server.processorMs() - before) / requests)
    }
  const of = (what: keyof typeof kinds) => median(costs[what] ?? [])
  const ratio = (what: keyof typeof kinds) => of(what) / of('get a contact (REST)')
  note('enrollment', ratio('get an enrollment (REST)'))
  note('page', ratio('the page of a step'))
  note('answer', ratio('an answer to a form'))
  const rows = (Object.keys(kinds) as (keyof typeof kinds)[]).map((what) => ({
    what,
    'CPU ms': of(what).toFixed(3),
    ratio: ratio(what),
  }))
  print('Processor time of what customers do, 64 connections', rows)
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
  const following = Promise.all(people.map(follow)).finally(() => {
    done = true
  })
  await Promise.all([following, read()])
  const rows = Object.entries({ 'a page': pages, 'a step done': posts, 'get an enrollment (REST)': reads }).map(
    ([what, taken]) => ({ what, requests: taken.length, 'median ms': at(taken, 0.5), 'p99 ms': at(taken, 0.99) }),
  )
  print(`${people.length} contacts at once, each through ${steps.length} steps`, rows)
}

function at(taken: number[], part: number): number {
  return taken.toSorted((a, b) => a - b)[Math.floor((taken.length - 1) * part)] ?? 0
}
