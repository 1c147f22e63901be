import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshPostgresDatabase } from '../../../../test/postgres/databases.ts'
import { createHandrail, type Handrail, operations, pendingMigrations } from '../../src/index.ts'
import { sortName } from '../../src/records/text.ts'
import { ENGINES, type Engine } from '../instance.ts'
import { RELEASE_SECRET } from './secret.ts'

const {
  createContact,
  downloadFile,
  getEnrollment,
  getWebhookEndpoint,
  listContacts,
  listEnrollments,
  listOrganisations,
  listWebhookEndpoints,
  listWorkspaces,
} = operations

const HERE = fileURLToPath(new URL('.', import.meta.url))
const RELEASES = readdirSync(HERE).filter((name) => /^\d+\.\d+\.\d+$/.test(name))

let folder: string
let handrail: Handrail | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-releases-'))
})
afterEach(async () => {
  await handrail?.close()
  handrail = undefined
  rmSync(folder, { recursive: true, force: true })
})

/** The database of a release, unchanged. */
async function databaseOf(release: string, engine: Engine): Promise<string> {
  const kept = (name: string) => gunzipSync(readFileSync(join(HERE, release, name)))
  if (engine === 'sqlite') {
    const file = join(folder, 'handrail.db')
    writeFileSync(file, kept('sqlite.db.gz'))
    return file
  }
  const url = await freshPostgresDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(kept('postgres.sql.gz').toString())
  await client.end()
  return url
}

const start = async (database: string) => {
  handrail = await createHandrail({
    database,
    files: join(folder, 'files'),
    secret: RELEASE_SECRET,
    poolSize: 4,
    upkeep: false,
    webhooks: { deliver: false },
  })
  return handrail
}

/** The storage counted by the migrations. */
async function countedKib({ database }: Handrail, workspace_id: string): Promise<number> {
  const rows = await database.read(async ({ db, tables: { counters } }) => db.select().from(counters))
  const counted = rows.filter((row) => row.workspace_id === workspace_id && row.resource === 'storage_kib')
  expect(counted).toHaveLength(1)
  expect(counted[0]?.value).toBeGreaterThan(0)
  return counted[0]?.value ?? 0
}

/** The actual storage, counted row by row. */
async function storedIn({ database }: Handrail, workspace_id: string): Promise<number> {
  const { sized, logos } = await database.read(async ({ db, tables }) => ({
    sized: [
      ...(await db.select().from(tables.files)),
      ...(await db.select().from(tables.media)),
      ...(await db.select().from(tables.uploads)),
      ...(await db.select().from(tables.imports)).map((row) => ({ ...row, bytes: row.bytes + row.file_bytes })),
    ],
    logos: await db.select().from(tables.logos),
  }))
  const drawn = logos.map((row) => ({ ...row, bytes: row.content.length + (row.mail_content?.length ?? 0) }))
  return [...sized, ...drawn]
    .filter((row) => row.workspace_id === workspace_id)
    .reduce((sum, { bytes }) => sum + Math.ceil(bytes / 1024), 0)
}

test('there is at least one release', () => {
  expect(RELEASES).toContain('0.1.0')
})

describe.each(RELEASES)('a database of release %s', (release) => {
  test.each(ENGINES)('starts on %s with all its data, and accepts changes', async (engine) => {
    const database = await databaseOf(release, engine)
    const opened = await start(database)
    expect(await pendingMigrations(database)).toEqual([])
    const [workspace] = (await (await opened.asSystem()).invoke(listWorkspaces, {})).data
    const bound = await opened.asSystem(workspace?.id)
    const { data: contacts } = await bound.invoke(listContacts, {})
    expect(contacts).toMatchObject([{ email: 'zoe@example.com', metadata: { plan: 'pro', seats: 3 } }])
    expect((await bound.invoke(listOrganisations, {})).data).toMatchObject([{ contacts_count: 1 }])
    const [enrollment] = (await bound.invoke(listEnrollments, {})).data
    expect(enrollment).toMatchObject({ contact_id: contacts[0]?.id, status: 'completed', progress_percentage: 100 })
    expect(await countedKib(opened, workspace?.id ?? '')).toBe(await storedIn(opened, workspace?.id ?? ''))
    // Contents that an early release stored in the database have been moved.
    const [file] = (await bound.invoke(getEnrollment, { id: enrollment?.id ?? '' })).data.files
    const token = new URL(file?.download_url ?? '').pathname.slice('/files/'.length)
    const { data: download } = await opened.asVisitor('192.0.2.1').invoke(downloadFile, { token })
    expect([download.name, Buffer.concat(await download.content.toArray()).toString()]).toEqual(['plan.txt', 'A plan'])
    // Only the creation event contains the link; the secret before the rotation still signs.
    const { events, endpoints, subscriptions } = await opened.database.read(async ({ db, tables }) => ({
      events: await db.select().from(tables.events),
      endpoints: await db.select().from(tables.webhook_endpoints),
      subscriptions: await db.select().from(tables.webhook_subscriptions),
    }))
    const withLink = events.filter(({ data }) => data.includes(enrollment?.access_token ?? 'none'))
    expect(withLink.map(({ type }) => type)).toEqual(['enrollment.created'])
    expect(events.filter(({ type }) => type === 'step.completed').map(({ data }) => JSON.parse(data))).toContainEqual(
      expect.objectContaining({ id: enrollment?.id, contact: expect.objectContaining({ email: 'zoe@example.com' }) }),
    )
    expect(endpoints[0]?.former_secrets).toEqual([
      { sealed: expect.any(String), until: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/) },
    ])
    const subscribed = endpoints.flatMap((one) => one.events.map((event) => ({ endpoint_id: one.id, event })))
    expect(subscriptions.map(({ endpoint_id, event }) => ({ endpoint_id, event }))).toEqual(subscribed)
    const [endpoint] = (await bound.invoke(listWebhookEndpoints, {})).data
    const { data } = await bound.invoke(getWebhookEndpoint, { id: endpoint?.id ?? '' })
    const delivered = data.deliveries.length
    expect(delivered).toBeGreaterThan(0)
    // What lists are sorted by is computed as the program does.
    const sorted = await opened.database.read(
      async ({ db, tables: { contacts: c, enrollments: e, organisations: o } }) => ({
        contacts: await db.select({ name: c.sort_name, is_enrolled: c.is_enrolled }).from(c),
        enrollments: await db.select({ name: e.contact_sort_name, is_latest: e.is_latest }).from(e),
        organisations: await db.select({ folded: o.name_folded, name: o.sort_name }).from(o),
      }),
    )
    const name = sortName(`${contacts[0]?.first_name} ${contacts[0]?.last_name}`)
    expect(name).toMatch(/^zoe/)
    expect(sorted.contacts).toEqual(expect.arrayContaining([{ name, is_enrolled: true }]))
    expect(sorted.enrollments).toEqual([{ name, is_latest: true }])
    expect(sorted.organisations.map((row) => row.name)).toEqual(sorted.organisations.map((row) => row.folded))
    await bound.invoke(createContact, { email: 'next@example.com', first_name: 'Next' })
    expect((await bound.invoke(listContacts, {})).meta.total).toBe(2)
  })
})
