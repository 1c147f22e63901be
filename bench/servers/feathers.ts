// Feathers over the tables of the service, as its documentation has it: a service of its knex adapter with hooks, which find the
// workspace of the token, and write a contact and its event in one transaction.
import { randomBytes, randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import Sqlite from 'better-sqlite3'
import { COLUMNS } from './responses.ts'
import { createVerified } from './verified.ts'

const [folder = '', file = '', port = '0'] = process.argv.slice(2)
const load = createRequire(`${folder}/package.json`)
const { feathers } = load('@feathersjs/feathers')
const { bodyParser, errorHandler, koa, rest } = load('@feathersjs/koa')
const { KnexService, transaction } = load('@feathersjs/knex')
const knex = load('knex')
const Dialect = load('knex/lib/dialects/better-sqlite3')

/** With the driver of the service: a copy of its own would be compiled when it is installed. */
class Client extends Dialect {
  _driver() {
    return Sqlite
  }
}

const db = knex({
  client: Client,
  connection: { filename: file },
  useNullAsDefault: true,
  pool: {
    min: 1,
    max: 1,
    afterCreate(connection: Sqlite.Database, done: () => void) {
      for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'cache_size = -16000'])
        connection.pragma(pragma)
      done()
    },
  },
})

interface Contact {
  metadata: string
  created_at: string
}

/** What hooks use of a call of the service. Its own types come with the peer, and are not installed where this is checked. */
interface Call {
  id?: string
  data: Record<string, unknown>
  params: {
    headers?: { authorization?: string }
    query: Record<string, unknown>
    workspace_id?: string
    transaction: { trx(table: string): { insert(row: object): Promise<unknown> } }
  }
  result: unknown
}

const verified = createVerified()

async function workspaceOf(authorization: string | undefined): Promise<string> {
  const { hash, workspace_id } = verified.find(authorization)
  return (
    workspace_id ??
    verified.keep(hash, await db('api_keys').where({ token_hash: hash, revoked_at: null }).first('workspace_id'))
  )
}

async function authenticate({ params }: Call): Promise<void> {
  params.workspace_id = await workspaceOf(params.headers?.authorization)
  params.query = { ...params.query, $select: COLUMNS.split(', ') }
}

function ofWorkspace({ params }: Call): void {
  Object.assign(params.query, { workspace_id: params.workspace_id, deleted_at: null })
}

function newestFirst({ params }: Call): void {
  params.query.$sort = { created_at: -1, id: -1 }
}

function complete(call: Call): void {
  const { email, first_name, last_name } = call.data.contact as Record<string, string>
  const created_at = new Date().toISOString()
  call.data = {
    ...{ workspace_id: call.params.workspace_id, id: randomUUID(), email, first_name, last_name, metadata: '{}' },
    ...{ search_text: `${first_name} ${last_name}\n${email}`.toLowerCase(), created_at, updated_at: created_at },
  }
}

async function recordEvent({ params, result }: Call): Promise<void> {
  const id = `evt_${randomBytes(16).toString('hex')}`
  const { created_at: occurred_at } = result as Contact
  const event = { workspace_id: params.workspace_id, id, type: 'contact.created', occurred_at }
  await params.transaction.trx('events').insert({ ...event, data: JSON.stringify(result) })
}

const shown = (row: Contact) => ({ ...row, metadata: JSON.parse(row.metadata) })

function shape(call: Call): void {
  const result = call.result as Contact | { data: Contact[] }
  call.result = 'data' in result ? { ...result, data: result.data.map(shown) } : shown(result)
}

const app = koa(feathers())
app.use(errorHandler())
app.use(bodyParser())
app.use(async (context: { path: string; body: unknown }, next: () => Promise<void>) => {
  if (context.path === '/readyz') context.body = { status: 'ok' }
  else await next()
})
app.configure(rest())
const contacts = new KnexService({ Model: db, name: 'contacts', id: 'id', paginate: { default: 25, max: 100 } })
app.use('api/v1/contacts', contacts, { methods: ['find', 'get', 'create'] })
app.service('api/v1/contacts').hooks({
  before: {
    all: [authenticate],
    find: [ofWorkspace, newestFirst],
    get: [ofWorkspace],
    create: [complete, transaction.start()],
  },
  after: { create: [recordEvent, transaction.end()], all: [shape] },
  error: { create: [transaction.rollback()] },
})
await app.listen(Number(port), '127.0.0.1')
