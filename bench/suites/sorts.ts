import type { Databases } from '../data/databases.ts'
import { ask, latency, type Target } from '../load.ts'
import { startService } from '../servers/server.ts'
import { print } from '../table.ts'

const REQUESTS = 300
/** Pages before the one in the middle. */
const PAGES = 60

/** The orders of each list, with filters that leave many rows; a filter without a value has the guide that has all enrollments. */
const LISTS: Record<string, { orders: string[]; filters: string[] }> = {
  contacts: {
    orders: ['name', 'organisation_name', 'latest_enrollment_at', 'last_activity_at'],
    filters: ['', 'enrollment_status=in_progress', 'query=ma', 'query=marta', 'guide_id='],
  },
  organisations: { orders: ['name', 'domain', 'contacts_count'], filters: ['', 'name=bank'] },
  enrollments: {
    orders: ['contact_name', 'guide_title', 'status', 'progress_percentage'],
    filters: ['', 'status=completed', 'query=ma', 'query=marta'],
  },
}

/** Latency of the first page, and of one further on, of every order that lists have, up and down. */
export async function measureSorts(databases: Databases, size: number): Promise<void> {
  const prepared = await databases.prepare(size)
  const server = await startService(prepared.database)
  const target = { url: server.url, token: prepared.token }
  const { data: guides } = await ask<{ data: { id: string }[] }>(target, '/api/v1/guides')
  const rows = []
  for (const [list, { orders, filters }] of Object.entries(LISTS))
    for (const sort of orders)
      for (const filter of filters)
        for (const order of ['asc', 'desc']) {
          const path = `/api/v1/${list}?sort=${sort}&order=${order}&per_page=50${filter && `&${filter.replace(/=$/, `=${guides[0]?.id}`)}`}`
          const first = await latency(
            target,
            Array.from({ length: REQUESTS }, () => `${path}&cursor=`),
          )
          const numbered = await latency(
            target,
            Array.from({ length: REQUESTS / 3 }, () => path),
          )
          const cursor = await cursorAfter(target, path)
          const later = await latency(
            target,
            Array.from({ length: REQUESTS }, () => `${path}&cursor=${cursor}`),
          )
          rows.push({
            list,
            order: `${sort} ${order}`,
            filter,
            'first, median': first.median,
            'first, p99': first.p99,
            'by number, p99': numbered.p99,
            'further on, p99': later.p99,
          })
        }
  print(`Lists of ${size} contacts in each order, in milliseconds`, rows)
  await server.stop()
}

async function cursorAfter(target: Target, path: string): Promise<string> {
  let cursor = ''
  for (let page = 0; page < PAGES; page++) {
    const { meta } = await ask<{ meta: { next_cursor?: string | null } }>(target, `${path}&cursor=${cursor}`)
    if (!meta.next_cursor) break
    cursor = meta.next_cursor
  }
  return cursor
}
