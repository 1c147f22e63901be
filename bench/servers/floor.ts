// The floor: a minimal program on the same Fastify and better-sqlite3 that does the same work on the same tables. It has
// no error handling, limits, access checks, request ids or anything else that a service needs.
import { randomBytes, randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { PlannedOnce } from '../../packages/core/src/storage/sqlite/planned-once.sqlite.ts'
import { serveMcp } from './mcp-floor.ts'
import { serveOauth } from './oauth-floor.ts'
import { COLUMNS, NAMED_COLUMNS, sendContact, sendPage } from './responses.ts'
import { createVerified } from './verified.ts'

const [file = '', port = '0'] = process.argv.slice(2)
const writer = new PlannedOnce(file)
writer.pragma('journal_mode = WAL')
writer.pragma('synchronous = FULL')
writer.pragma('foreign_keys = ON')
writer.pragma('cache_size = -16000')
const reader = new PlannedOnce(file, { readonly: true })
reader.pragma('cache_size = -16000')

interface Contact {
  metadata: string
}
const LIVE = 'workspace_id = ? and deleted_at is null'
const byToken = reader.prepare<[string], { workspace_id: string }>(
  'select k.workspace_id from api_keys k join workspaces w on w.id = k.workspace_id where token_hash = ? and revoked_at is null',
)
const prepareList = (columns: string) =>
  reader.prepare<[string, number, number], Contact>(
    `select ${columns} from contacts where ${LIVE} order by created_at desc, id desc limit ? offset ?`,
  )
const prepareGet = (columns: string) =>
  reader.prepare<[string, string], Contact>(`select ${columns} from contacts where ${LIVE} and id = ?`)
const ofRest = { list: prepareList(COLUMNS), get: prepareGet(COLUMNS) }
const ofTools = { list: prepareList(NAMED_COLUMNS), get: prepareGet(NAMED_COLUMNS) }
const total = reader.prepare<[string], { total: number }>(
  "select sum(value) as total from counters where workspace_id = ? and resource = 'contacts'",
)
const search = reader.prepare<[string, string, string], Contact & { total: number }>(
  `with asked as (select ? as folded), found as materialized (
     select c.id, c.search_text, c.seq as newest from contacts_search s cross join contacts c on c.seq = s.rowid
     where s.contacts_search match ? and c.workspace_id = ? and c.deleted_at is null
       and instr(c.search_text, (select folded from asked)) > 0
     order by s.rowid desc limit 1000)
   select ${COLUMNS.replace(/\w+/g, 'c.$&')}, (select count(*) from found) as total from found join contacts c on c.seq = found.newest
   order by case
     when instr(found.search_text, (select folded from asked) || char(10)) = 1 then 0
     when instr(found.search_text || char(10), char(10) || (select folded from asked) || char(10)) > 0 then 0
     when instr(found.search_text, (select folded from asked)) = 1 then 1
     when instr(found.search_text, char(10) || (select folded from asked)) > 0 then 1
     when instr(found.search_text, ' ' || (select folded from asked)) > 0 then 2
     else 3 end, newest desc limit 25`,
)
const insertContact = writer.prepare(
  `insert into contacts (workspace_id, id, email, first_name, last_name, external_id, organisation_id, metadata, search_text, created_at, updated_at)
   values (@workspace_id, @id, @email, @first_name, @last_name, @external_id, @organisation_id, @metadata, @search_text, @created_at, @updated_at)`,
)
const insertEvent = writer.prepare(
  'insert into events (workspace_id, id, type, occurred_at, data) values (?, ?, ?, ?, ?)',
)

const verified = createVerified()

function workspaceOf(authorization: string | undefined): string {
  const { hash, workspace_id } = verified.find(authorization)
  return workspace_id ?? verified.keep(hash, byToken.get(hash))
}

const waiting: { run(): void; done(): void }[] = []
const begin = writer.prepare('begin immediate')
const commit = writer.prepare('commit')

function drain(): void {
  const batch = waiting.splice(0)
  begin.run()
  for (const job of batch) job.run()
  commit.run()
  for (const job of batch) job.done()
}

/** Group commit: waiting writes share one fsync. */
function write(run: () => void): Promise<void> {
  return new Promise((done) => {
    waiting.push({ run, done })
    if (waiting.length === 1) setImmediate(drain)
  })
}

const shown = (row: Contact) => ({ ...row, metadata: JSON.parse(row.metadata) })

function listed({ list }: typeof ofRest, authorization: string | undefined) {
  const workspace = workspaceOf(authorization)
  const data = list.all(workspace, 25, 0).map(shown)
  const count = total.get(workspace)?.total ?? 0
  return { data, meta: { page: 1, per_page: 25, total: count, total_pages: Math.ceil(count / 25) } }
}

function contact({ get }: typeof ofRest, authorization: string | undefined, id: string) {
  const row = get.get(workspaceOf(authorization), id)
  return { data: row && shown(row) }
}

// The load comes through a proxy, as from many networks.
const app = fastify({ trustProxy: '127.0.0.1' })

app.get('/readyz', async () => ({ status: 'ok' }))
app.get('/api/v1/contacts', (request, reply) => {
  sendPage(reply, listed(ofRest, request.headers.authorization))
})
app.get<{ Params: { id: string } }>('/api/v1/contacts/:id', (request, reply) => {
  sendContact(reply, contact(ofRest, request.headers.authorization, request.params.id))
})
app.get<{ Querystring: { query: string } }>('/api/v1/contacts/search', (request, reply) => {
  const { query } = request.query
  const trigrams = [...new Set(Array.from({ length: query.length - 2 }, (_, i) => `"${query.slice(i, i + 3)}"`))].join(
    ' AND ',
  )
  const found = search.all(query, trigrams, workspaceOf(request.headers.authorization))
  const data = found.map(({ total: _total, ...row }) => shown(row))
  const count = found[0]?.total ?? 0
  const meta = { page: 1, per_page: 25, total: count, total_pages: Math.ceil(count / 25) }
  sendPage(reply, { data, meta })
})
app.post<{ Body: { contact: { email: string; first_name: string; last_name: string } } }>(
  '/api/v1/contacts',
  async (request, reply) => {
    const workspace_id = workspaceOf(request.headers.authorization)
    const { email, first_name, last_name } = request.body.contact
    const created_at = new Date().toISOString()
    const contact = { id: randomUUID(), email, first_name, last_name, external_id: null, organisation_id: null }
    const times = { created_at, updated_at: created_at }
    const data = { ...contact, language: null, metadata: {}, unsubscribed_at: null, ...times }
    const search_text = `${first_name} ${last_name}\n${email}`.toLowerCase()
    const text = JSON.stringify(data)
    await write(() => {
      insertContact.run({ workspace_id, ...data, metadata: '{}', search_text })
      insertEvent.run(workspace_id, `evt_${randomBytes(16).toString('hex')}`, 'contact.created', created_at, text)
    })
    return sendContact(reply.code(201), { data })
  },
)
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
)
serveOauth(app, { reader, writer, write })
serveMcp(app, {
  verify: workspaceOf,
  tools: { list_contacts: listed.bind(null, ofTools), get_contact: contact.bind(null, ofTools) },
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
