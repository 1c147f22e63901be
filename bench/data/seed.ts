import { createHandrail, operations } from '@handrail/core'
import { isPostgresUrl } from '@handrail/core/internal'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { CONTACTS_OF_ENROLLMENT, CONTACTS_OF_ORGANISATION, organisationName, person, seededId } from './people.ts'

const { createApiKey, createGuide, createWorkspace, publishGuide } = operations

export const SECRET = 'the secret of the benchmark, of no value to anybody'
const BATCH = 5000
const FIRST_TIME = Date.parse('2026-01-01T00:00:00.000Z')

/** An object or a list is a document, which SQLite has as text. */
export type Row = Record<string, string | number | object | null>

export interface Seeded {
  token: string
  workspace_id: string
}

/** Fills an empty database with a workspace of the given number of contacts, with organisations and enrollments. */
export async function seed(database: string, contacts: number): Promise<Seeded> {
  const handrail = await createHandrail({ database, secret: SECRET, upkeep: false })
  const { data: workspace } = await (await handrail.asSystem()).invoke(createWorkspace, { name: 'Bench' })
  const bound = await handrail.asSystem(workspace.id)
  const scopes = ['contacts:read', 'contacts:write', 'organisations:read', 'enrollments:read', 'guides:read']
  const { data: key } = await bound.invoke(createApiKey, { name: 'bench', scopes })
  const { data: guide } = await bound.invoke(createGuide, {
    title: 'G',
    sections: [{ title: 'S', steps: [{ title: 'T' }] }],
  })
  await bound.invoke(publishGuide, { id: guide.id })
  const stored = await handrail.database.read(async ({ db, tables }) => (await db.select().from(tables.guides))[0])
  await handrail.close()

  const writer = await openWriter(database)
  const shared = {
    workspace_id: workspace.id,
    guide_id: guide.id,
    guide_version_id: stored?.published_version_id ?? '',
  }
  await writeAll(writer, 'organisations', Math.ceil(contacts / CONTACTS_OF_ORGANISATION), (n) =>
    organisation(n, shared.workspace_id),
  )
  await writeAll(writer, 'contacts', contacts, (n) => contact(n, shared.workspace_id))
  await writeAll(writer, 'enrollments', Math.floor(contacts / CONTACTS_OF_ENROLLMENT), (n) => enrollment(n, shared))
  await writeCounters(writer, contacts, shared)
  await upkeep(database)
  await writer.close()
  return { token: key.token, workspace_id: workspace.id }
}

/** Does the work that a first start would do beside the measurements, such as the encryption of access tokens. */
async function upkeep(database: string): Promise<void> {
  const handrail = await createHandrail({ database, secret: SECRET, upkeep: false })
  await handrail.upkeep()
  await handrail.close()
}

export interface Writer {
  insert(table: string, rows: Row[]): Promise<void>
  close(): Promise<void>
}

/** Writes rows to a database of either engine, without the service. */
export async function openWriter(database: string): Promise<Writer> {
  if (isPostgresUrl(database)) {
    const client = new pg.Client({ connectionString: database })
    await client.connect()
    return {
      async insert(table, rows) {
        const columns = Object.keys(rows[0] ?? {}).join()
        const from = `json_populate_recordset(null::${table}, $1)`
        await client.query(`insert into ${table} (${columns}) select ${columns} from ${from}`, [JSON.stringify(rows)])
      },
      async close() {
        await client.query('vacuum analyze')
        await client.end()
      },
    }
  }
  const sqlite = new Sqlite(database)
  sqlite.pragma('synchronous = OFF')
  sqlite.pragma('cache_size = -400000')
  return {
    async insert(table, rows) {
      const columns = Object.keys(rows[0] ?? {})
      const statement = sqlite.prepare(
        `insert into ${table} (${columns.join()}) values (${columns.map((column) => `@${column}`).join()})`,
      )
      sqlite.transaction(() => {
        for (const row of rows) statement.run(asText(row))
      })()
    },
    async close() {
      sqlite.pragma('wal_checkpoint(truncate)')
      sqlite.close()
    },
  }
}

function asText(row: Row): Row {
  const text = Object.entries(row).map(([column, value]) => [column, isDocument(value) ? JSON.stringify(value) : value])
  return Object.fromEntries(text)
}

const isDocument = (value: Row[string]) => typeof value === 'object' && value !== null

export async function writeAll(
  writer: Writer,
  table: string,
  count: number,
  make: (number: number) => Row,
): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const length = Math.min(BATCH, count - from)
    await writer.insert(
      table,
      Array.from({ length }, (_, i) => make(from + i)),
    )
  }
}

function times(number: number) {
  const at = new Date(FIRST_TIME + number * 20).toISOString()
  return { created_at: at, updated_at: at }
}

const organisationId = (number: number) => seededId('organisation', number, FIRST_TIME + number * 1000)
const contactId = (number: number) => seededId('contact', number, FIRST_TIME + number * 20)

function organisation(number: number, workspace_id: string): Row {
  const name = organisationName(number)
  return {
    workspace_id,
    id: organisationId(number),
    name,
    name_folded: name.toLowerCase(),
    sort_name: name.toLowerCase(),
    domain: `o${number}.example.com`,
    metadata: {},
    contacts_count: CONTACTS_OF_ORGANISATION,
    ...times(number * CONTACTS_OF_ORGANISATION),
  }
}

function sortNameOf(number: number): string {
  const { first_name, last_name } = person(number)
  return `${first_name} ${last_name}`.toLowerCase()
}

/** What every server has of a contact. */
export function seededContact(number: number) {
  const metadata = { plan: 'pro', seats: number % 50, tags: ['a', 'b'] }
  return { id: contactId(number), ...person(number), external_id: `crm-${number}`, metadata, ...times(number) }
}

function contact(number: number, workspace_id: string): Row {
  const shared = seededContact(number)
  const { first_name, last_name, email } = shared
  return {
    workspace_id,
    ...shared,
    organisation_id: organisationId(Math.floor(number / CONTACTS_OF_ORGANISATION)),
    search_text: `${first_name} ${last_name}\n${email}`.toLowerCase(),
    sort_name: sortNameOf(number),
    is_enrolled: number % CONTACTS_OF_ENROLLMENT === 0 ? 1 : 0,
  }
}

const statusOf = (number: number) => (['invited', 'in_progress', 'completed', 'expired'] as const)[number % 4] as string

function enrollment(number: number, shared: { workspace_id: string; guide_id: string; guide_version_id: string }): Row {
  const of = number * CONTACTS_OF_ENROLLMENT
  return {
    ...shared,
    id: seededId('enrollment', number, FIRST_TIME + of * 20),
    contact_id: contactId(of),
    contact_sort_name: sortNameOf(of),
    organisation_id: organisationId(Math.floor(of / CONTACTS_OF_ORGANISATION)),
    status: statusOf(number),
    progress_percentage: 0,
    last_activity_at: statusOf(number) === 'invited' ? null : times(of + 3600 * (number % 1000)).created_at,
    is_latest: 1,
    token_hash: `token-${number}`,
    sealed_token: null,
    metadata: {},
    ...times(of),
  }
}

async function writeCounters(
  writer: Writer,
  contacts: number,
  { workspace_id, guide_id }: { workspace_id: string; guide_id: string },
) {
  const counter = (resource: string, value: number, of = { guide_id: '', status: '' }): Row => ({
    workspace_id,
    resource,
    ...of,
    shard: 0,
    value,
  })
  const enrollments = Math.floor(contacts / CONTACTS_OF_ENROLLMENT)
  const byStatus = [0, 1, 2, 3].map((n) =>
    counter('enrollments', Math.floor((enrollments + 3 - n) / 4), { guide_id, status: statusOf(n) }),
  )
  await writer.insert('counters', [
    counter('contacts', contacts),
    counter('organisations', Math.ceil(contacts / CONTACTS_OF_ORGANISATION)),
    ...byStatus,
  ])
}
