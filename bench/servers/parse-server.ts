// Parse Server over a PostgreSQL database of its own, with as many contacts as the service has, under the same ids, and an event for
// each that is created. Signed-in people may read and write them; requests for the paths of the service become those of its classes.
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import pg from 'pg'
import { seededContact } from '../data/seed.ts'

const [folder = '', url = '', port = '0', count = '0'] = process.argv.slice(2)
// Or it would write logs to the folder in which the bench was started.
process.env.PARSE_SERVER_LOGS_FOLDER = 'null'
const { ParseServer } = createRequire(`${folder}/package.json`)('parse-server')

const BATCH = 1000
const APP = 'bench'
const ADDRESS = `http://127.0.0.1:${port}`
/** Calls of its own code are no requests, but are routed below this path. */
const MOUNTED = `${ADDRESS}/parse`
const text = { type: 'String' }
const signedIn = { requiresAuthentication: true }
const pool = new pg.Pool({ connectionString: url, max: 1 })

interface Cloud {
  Cloud: { afterSave(name: string, work: (request: { object: Saved }) => Promise<unknown>): void }
  Object: new (name: string, fields: object) => Saved
}

interface Saved {
  toJSON(): object
  save(fields: null, options: { useMasterKey: boolean }): Promise<unknown>
}

function cloud(Parse: Cloud): void {
  Parse.Cloud.afterSave('Contact', ({ object }) => {
    const event = new Parse.Object('Event', { kind: 'contact.created', data: object.toJSON() })
    return event.save(null, { useMasterKey: true }).catch(fail)
  })
}

/** An error of a trigger would leave the answer as it is: less work would pass for more speed. */
function fail(error: unknown): never {
  console.error(error)
  process.exit(1)
}

const server = new ParseServer({
  ...{ databaseURI: url, appId: APP, masterKey: 'master', serverURL: MOUNTED, cloud, silent: true },
  schema: {
    definitions: [
      {
        className: 'Contact',
        fields: { email: text, first_name: text, last_name: text, external_id: text, metadata: { type: 'Object' } },
        classLevelPermissions: { find: signedIn, count: signedIn, get: signedIn, create: signedIn },
      },
      { className: 'Event', fields: { kind: text, data: { type: 'Object' } }, classLevelPermissions: {} },
    ],
  },
})
await server.start()
await seed()
let session = ''

createServer(async (request, response) => {
  if (request.url === '/readyz') return response.writeHead(session ? 200 : 503).end()
  if (request.url?.startsWith('/api/v1/contacts')) await translate(request)
  server.app(request, response)
}).listen(Number(port), '127.0.0.1')
session = await signUp()

async function translate(request: IncomingMessage): Promise<void> {
  const id = request.url?.split('/')[4]
  const list = request.method === 'GET' && id === undefined ? '?limit=25&order=-createdAt&count=1' : ''
  request.url = `/classes/Contact${id === undefined ? list : `/${id}`}`
  Object.assign(request.headers, { 'x-parse-application-id': APP, 'x-parse-session-token': session })
  if (request.method !== 'POST') return
  const { contact } = JSON.parse(Buffer.concat(await request.toArray()).toString())
  // What its parser of bodies leaves, which has nothing to read any more.
  Object.assign(request, { body: contact, _body: true })
}

/** The session of a new person. */
async function signUp(): Promise<string> {
  const response = await fetch(`${ADDRESS}/users`, {
    method: 'POST',
    headers: { 'x-parse-application-id': APP, 'content-type': 'application/json', 'x-parse-revocable-session': '1' },
    body: JSON.stringify({ username: `bench-${Date.now()}`, password: 'twelve letters of no value' }),
  })
  const { sessionToken } = (await response.json()) as { sessionToken: string }
  return sessionToken
}

/** The contacts of the service, once. */
async function seed(): Promise<void> {
  const { rowCount } = await pool.query('select 1 from "Contact" limit 1')
  if (rowCount) return
  for (let from = 0; from < Number(count); from += BATCH) {
    const length = Math.min(BATCH, Number(count) - from)
    const rows = Array.from({ length }, (_, i) => seededContact(from + i)).map(
      ({ id, created_at, updated_at, ...row }) => ({
        ...{ ...row, objectId: id, createdAt: created_at, updatedAt: updated_at },
      }),
    )
    const columns = '"objectId", "createdAt", "updatedAt", email, first_name, last_name, external_id, metadata'
    await pool.query(
      `insert into "Contact" (${columns}) select ${columns} from json_populate_recordset(null::"Contact", $1)`,
      [JSON.stringify(rows)],
    )
  }
  await pool.query('create unique index contact_email on "Contact" (email)')
  await pool.query('create index contact_newest on "Contact" ("createdAt")')
  await pool.query('vacuum analyze "Contact"')
}
