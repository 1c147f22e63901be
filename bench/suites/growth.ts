import type { Note } from '../aims.ts'
import type { Databases, Prepared } from '../data/databases.ts'
import { organisationName, person } from '../data/people.ts'
import { ask, latency, type Target } from '../load.ts'
import { startService } from '../servers/server.ts'
import { print } from '../table.ts'

const REQUESTS = 600
const SEARCHES = 300
/** Depth of the deep page in contacts, if there are as many. */
const DEEP = 300_000
const FIRST_PAGE = 'list, with its total'
const MIDDLE_PAGE = 'page by number, in the middle'
/** The number of contacts that the aim of a page in the middle is for. */
const MANY = 1_000_000

interface Page {
  data: { id: string; organisation_id: string | null }[]
  meta: { next_cursor?: string | null }
}

const times = (count: number, path: (number: number) => string) => Array.from({ length: count }, (_, n) => path(n))

/** Latency of sequential requests as a workspace grows. */
export async function measureGrowth(databases: Databases, sizes: number[], note: Note): Promise<void> {
  const bySize: Record<string, { median: number; p99: number }>[] = []
  for (const size of sizes) bySize.push(await latencies(await databases.prepare(size), size))
  const [smallest = {}] = bySize
  const [largest, size] = [bySize.at(-1), sizes.at(-1)]
  const middle = (largest?.[MIDDLE_PAGE]?.median ?? 0) / (largest?.[FIRST_PAGE]?.median ?? 0)
  note('deepPage', middle, size === MANY ? undefined : `here of ${size}`)
  const rows = Object.keys(smallest).map((what) => ({
    what,
    ...Object.fromEntries(
      bySize.flatMap((measured, i) => [
        [`${sizes[i]} contacts`, measured[what]?.median ?? 0],
        [`${sizes[i]} contacts, p99`, measured[what]?.p99 ?? 0],
      ]),
    ),
    'last / first': (largest?.[what]?.median ?? 0) / (smallest[what]?.median ?? 1),
  }))
  print('Latency in milliseconds: median and 99th percentile by number of contacts', rows)
}

async function latencies(prepared: Prepared, size: number) {
  const server = await startService(prepared.database)
  const target = { url: server.url, token: prepared.token }
  const organisations = await sampleOrganisations(target)
  const middle = Math.ceil(size / 50)
  const deepPath = await deepPage(target, Math.min(DEEP, size / 2))
  const someone = (n: number) => person((n * 7919) % size)
  const kinds: Record<string, string[]> = {
    [FIRST_PAGE]: times(REQUESTS, () => '/api/v1/contacts'),
    get: (await sampleIds(target)).map((id) => `/api/v1/contacts/${id}`),
    'contact by e-mail': times(REQUESTS, (n) => `/api/v1/contacts?email=${someone(n).email}`),
    'contacts of an organisation': times(
      REQUESTS,
      (n) => `/api/v1/contacts?organisation_id=${organisations[n % organisations.length]}`,
    ),
    'enrollments of an organisation': times(
      REQUESTS,
      (n) => `/api/v1/enrollments?organisation_id=${organisations[n % organisations.length]}`,
    ),
    'enrollments by status': times(REQUESTS, () => '/api/v1/enrollments?status=completed'),
    'deep page by cursor': times(REQUESTS, () => deepPath),
    [MIDDLE_PAGE]: times(REQUESTS, (n) => `/api/v1/contacts?page=${middle - (n % Math.min(100, middle))}`),
    'search, a name': times(SEARCHES, (n) => `/api/v1/contacts/search?query=${someone(n).last_name}`),
    'search, first and last': times(
      SEARCHES,
      (n) => `/api/v1/contacts/search?query=${someone(n).first_name}%20${someone(n).last_name}`,
    ),
    'search, two letters': times(SEARCHES, (n) => `/api/v1/contacts/search?query=${someone(n).first_name.slice(0, 2)}`),
    'search, an e-mail': times(SEARCHES, (n) => `/api/v1/contacts/search?query=${someone(n).email}`),
    'search, nobody': times(SEARCHES, (n) => `/api/v1/contacts/search?query=xqz${n}`),
    'organisations by a part of the name': times(
      SEARCHES,
      (n) => `/api/v1/organisations?name=${organisationName(n).slice(0, 5)}`,
    ),
  }
  const measured: Record<string, { median: number; p99: number }> = {}
  for (const [what, paths] of Object.entries(kinds)) measured[what] = await latency(target, paths)
  await server.stop()
  return measured
}

async function sampleIds(target: Target): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ids.length < REQUESTS; page++)
    ids.push(...(await ask<Page>(target, `/api/v1/contacts?per_page=100&page=${page}`)).data.map(({ id }) => id))
  return ids.slice(0, REQUESTS)
}

async function sampleOrganisations(target: Target): Promise<string[]> {
  const page = (number: number) => ask<Page>(target, `/api/v1/organisations?per_page=100&page=${number}`)
  const { data } = await page(2)
  return (data.length > 0 ? data : (await page(1)).data).map(({ id }) => id)
}

/** Pages down to a depth and returns the address of the page there. */
async function deepPage(target: Target, depth: number): Promise<string> {
  let cursor = ''
  for (let walked = 0; walked < depth; walked += 100) {
    const { meta } = await ask<Page>(target, `/api/v1/contacts?per_page=100&cursor=${cursor}`)
    if (!meta.next_cursor) break
    cursor = meta.next_cursor
  }
  return `/api/v1/contacts?cursor=${cursor}`
}
