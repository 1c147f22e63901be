import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../../test/instance.ts'
import { CROWD } from '../../../test/plans/lists.ts'
import { fillWithCrowd, MANY } from '../../../test/plans/seed-rows.ts'
import { type Operation, operations } from '../../index.ts'
import { invoke } from '../../internal.ts'

const {
  createOrganisation,
  createWebhookEndpoint,
  deleteOrganisation,
  listAuditEntries,
  listEmails,
  listOrganisations,
  updateOrganisation,
} = operations

const OLD = '01900000-0000-7000-8000-000000000001'
/** More than the maximum count. */
const ORGANISATIONS = 100_050
const EVER = '2020-01-01T00:00:00.000Z'

describe.each(ENGINES)('lists of more rows than a page examines, on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
    const { acme, handrail } = instance
    const receiver = { url: 'https://receiver.example.com/', events: ['*' as const] }
    const { id: endpoint } = (await acme.invoke(createWebhookEndpoint, receiver)).data
    await publishedGuide(acme)
    const version = await handrail.database.read(
      async ({ db, tables: { guide_versions: t } }) => (await db.select({ id: t.id }).from(t))[0]?.id ?? '',
    )
    await fillWithCrowd(engine, instance, { endpoint, version, named: ORGANISATIONS })
    // The oldest of all are what is looked for.
    await handrail.database.write(async ({ db, tables: { emails, audit_entries } }) => {
      const { workspace_id } = acme.context.caller
      const times = { created_at: EVER, updated_at: EVER }
      const mail = { recipient: 'old@crowd.example', recipient_name: '', subject: 'S', attempts: 1, ...times }
      await db.insert(emails).values({ workspace_id, id: OLD, kind: 'test', status: 'sent', ...mail })
      const entry = { actor_id: CROWD, actor: 'C', door: 'api', action: 'api_key.created', details: {}, ...times }
      await db.insert(audit_entries).values({ workspace_id, id: OLD, ...entry })
    })
  })
  afterAll(() => instance.close())

  interface Page {
    data: { id: string }[]
    deleted?: { id: string }[]
    meta: { total?: number; total_limit?: number; total_pages?: number; next_cursor?: string | null }
  }
  // The response of every list.
  const list = async (operation: Operation, query: object) =>
    (await invoke(operation, instance.acme.context, query)).value as Page
  /** All pages by cursor. */
  async function walk(operation: Operation, query: object): Promise<string[][]> {
    const pages: string[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, meta }: Page = await list(operation, { ...query, cursor, per_page: 100 })
      pages.push(data.map(({ id }) => id))
      cursor = meta.next_cursor ?? null
    }
    return pages
  }

  test.each([
    ['mail of a rare kind', listEmails, { kind: 'test' }],
    ['what was done rarely', listAuditEntries, { action: 'api_key.created', until: '2026-06-01T00:00:00.000Z' }],
    [
      'what one has done rarely',
      listAuditEntries,
      { action: 'api_key', actor_id: CROWD, until: '2026-06-01T00:00:00.000Z' },
    ],
    ['changes of mail of a rare kind', listEmails, { kind: 'test', updated_since: EVER }],
  ] as const)(
    '%s: cursors reach the oldest record, and no page examines more than 5,000 rows',
    async (_, operation, query) => {
      const pages = await walk(operation, query)
      expect(pages.flat().at(-1)).toBe(OLD)
      const { data, meta } = await list(operation, query)
      expect(data.map(({ id }) => id)).not.toContain(OLD)
      expect(meta.total_limit).toBe(5000)
      expect(pages.length).toBeGreaterThanOrEqual(MANY / 5000)
    },
  )

  test('numbered pages continue past the counted records', async () => {
    const query = { domain: 'crowd.example', per_page: 100 }
    const { meta } = await list(listOrganisations, query)
    expect(meta).toEqual({ page: 1, per_page: 100, total: 100_000, total_limit: 100_000, total_pages: 1000 })
    expect((await list(listOrganisations, { ...query, page: 1001 })).data).toHaveLength(ORGANISATIONS - 100_000)
    expect((await list(listOrganisations, { ...query, page: 1002 })).data).toEqual([])
  })

  test('the last numbered page has a cursor for the following records', async () => {
    const query = { action: 'api_key', per_page: 100, until: '2026-06-01T00:00:00.000Z' }
    const { data, meta } = await list(listAuditEntries, query)
    expect([data, meta.total]).toEqual([[], 0])
    const pages = [data.map(({ id }) => id)]
    for (let cursor = meta.next_cursor ?? null; cursor !== null; ) {
      const page: Page = await list(listAuditEntries, { ...query, cursor })
      pages.push(page.data.map(({ id }) => id))
      cursor = page.meta.next_cursor ?? null
    }
    expect([pages.flat(), pages.length >= MANY / 5000]).toEqual([[OLD], true])
    // The page before the last has no extra one.
    const full = await list(listAuditEntries, { ...query, action: 'member', per_page: 100, page: 49 })
    expect([full.data.length, full.meta.next_cursor]).toEqual([100, undefined])
  })

  test('updated_since lists are newest first, for few and many changes', async () => {
    const { acme, clock } = instance
    const later = () => {
      clock.now = new Date(clock.now.getTime() + 1000)
    }
    later()
    const lately = clock.now.toISOString()
    const made: string[] = []
    for (const name of ['First', 'Second', 'Third']) {
      later()
      made.push((await acme.invoke(createOrganisation, { name })).data.id)
    }
    const [first = '', second = '', third = ''] = made
    later()
    await acme.invoke(updateOrganisation, { id: first, name: 'Changed' })
    await acme.invoke(deleteOrganisation, { id: second })
    later()
    const idsOf = ({ data }: Page) => data.map(({ id }) => id)
    const few = await list(listOrganisations, { updated_since: lately })
    expect([idsOf(few), few.meta.total]).toEqual([[third, first], 2])
    // Of a hundred thousand and three, those of the last hours: more than are sorted.
    const since = { updated_since: '2026-01-02T11:00:00.000Z', per_page: 100 }
    const changed = ORGANISATIONS - 11 * 3600 + 1 + 2
    const many = await list(listOrganisations, since)
    expect(idsOf(many).slice(0, 2)).toEqual([third, first])
    const total = ORGANISATIONS + 3
    expect(many.meta).toEqual({ page: 1, per_page: 100, total, total_pages: 1001 })
    const lengthOf = async (page: number) => (await list(listOrganisations, { ...since, page })).data.length
    expect(await Promise.all([604, 605, 606].map(lengthOf))).toEqual([100, changed - 60_400, 0])
    const told = async (page: number) => {
      const { data, deleted } = await list(listOrganisations, { ...since, page, include_deleted: true })
      return [data.length, deleted?.map(({ id }) => id)]
    }
    expect(await Promise.all([605, 1001].map(told))).toEqual([
      [changed - 60_400, []],
      [0, [second]],
    ])
    // A cursor of the plain list is valid for one of its changes too.
    const { data, meta } = await list(listOrganisations, { cursor: '', per_page: 50 })
    const behind = await list(listOrganisations, { ...since, cursor: meta.next_cursor, per_page: 50 })
    expect([...idsOf({ data, meta }), ...idsOf(behind)]).toEqual(idsOf(many))
  })
})
