// The floor on PostgreSQL: as floor.ts, with the driver's named statements and one round trip for each request. A create is one
// statement, whose commit the database groups with others.
import { randomBytes, randomUUID } from 'node:crypto'
import fastify from 'fastify'
import pg from 'pg'
import { isoTime } from '../../packages/core/src/storage/postgres/iso-time.ts'
import { serveMcp } from './mcp-floor.ts'
import { COLUMNS, NAMED_COLUMNS, sendContact, sendPage } from './responses.ts'
import { createVerified } from './verified.ts'

const [url = '', port = '0'] = process.argv.slice(2)
const TIMESTAMPTZ = 1184
pg.types.setTypeParser(TIMESTAMPTZ, isoTime)
// The same planning as the service has.
const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c enable_seqscan=off -c jit=off' })

const LIVE = 'workspace_id = $1 and deleted_at is null'
const BY_TOKEN = {
  name: 'token',
  text: 'select k.workspace_id from api_keys k join workspaces w on w.id = k.workspace_id where token_hash = $1 and revoked_at is null',
}
const listOf = (name: string, columns: string) => ({
  name,
  text: `select ${columns}, (select sum(value)::float8 from counters where workspace_id = $1 and resource = 'contacts') as total
    from contacts where ${LIVE} order by created_at desc, id desc limit $2 offset $3`,
})
const getOf = (name: string, columns: string) => ({
  name,
  text: `select ${columns} from contacts where ${LIVE} and id = $2`,
})
const OF_REST = { list: listOf('list', COLUMNS), get: getOf('get', COLUMNS) }
const OF_TOOLS = { list: listOf('list_contacts', NAMED_COLUMNS), get: getOf('get_contact', NAMED_COLUMNS) }
const CREATE = {
  name: 'create',
  text: `with created as (insert into contacts
      (workspace_id, id, email, first_name, last_name, external_id, organisation_id, metadata, search_text, created_at, updated_at)
      values ($1, $2, $3, $4, $5, null, null, '{}', $6, $7, $7))
    insert into events (workspace_id, id, type, occurred_at, data) values ($1, $8, 'contact.created', $7, $9)`,
}

const verified = createVerified()

async function workspaceOf(authorization: string | undefined): Promise<string> {
  const { hash, workspace_id } = verified.find(authorization)
  return (
    workspace_id ??
    verified.keep(hash, (await pool.query<{ workspace_id: string }>({ ...BY_TOKEN, values: [hash] })).rows[0])
  )
}

async function listed({ list }: typeof OF_REST, authorization: string | undefined) {
  const { rows } = await pool.query<{ total: number }>({ ...list, values: [await workspaceOf(authorization), 25, 0] })
  const count = rows[0]?.total ?? 0
  const data = rows.map(({ total: _total, ...row }) => row)
  return { data, meta: { page: 1, per_page: 25, total: count, total_pages: Math.ceil(count / 25) } }
}

async function contact({ get }: typeof OF_REST, authorization: string | undefined, id: string) {
  const { rows } = await pool.query({ ...get, values: [await workspaceOf(authorization), id] })
  return { data: rows[0] }
}

// The load comes through a proxy, as from many networks.
const app = fastify({ trustProxy: '127.0.0.1' })

app.get('/readyz', async () => ({ status: 'ok' }))
app.get('/api/v1/contacts', async (request, reply) =>
  sendPage(reply, await listed(OF_REST, request.headers.authorization)),
)
app.get<{ Params: { id: string } }>('/api/v1/contacts/:id', async (request, reply) =>
  sendContact(reply, await contact(OF_REST, request.headers.authorization, request.params.id)),
)
app.post<{ Body: { contact: { email: string; first_name: string; last_name: string } } }>(
  '/api/v1/contacts',
  async (request, reply) => {
    const workspace = await workspaceOf(request.headers.authorization)
    const { email, first_name, last_name } = request.body.contact
    const created_at = new Date().toISOString()
    const contact = { id: randomUUID(), email, first_name, last_name, external_id: null, organisation_id: null }
    const times = { created_at, updated_at: created_at }
    const data = { ...contact, language: null, metadata: {}, unsubscribed_at: null, ...times }
    const text = JSON.stringify(data)
    const search_text = `${first_name} ${last_name}\n${email}`.toLowerCase()
    const event_id = `evt_${randomBytes(16).toString('hex')}`
    const values = [workspace, contact.id, email, first_name, last_name, search_text, created_at, event_id, text]
    await pool.query({ ...CREATE, values })
    return sendContact(reply.code(201), { data })
  },
)
serveMcp(app, {
  verify: workspaceOf,
  tools: { list_contacts: listed.bind(null, OF_TOOLS), get_contact: contact.bind(null, OF_TOOLS) },
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
