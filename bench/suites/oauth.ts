import { createHash } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import type { Databases, Prepared } from '../data/databases.ts'
import { seededId } from '../data/people.ts'
import { load, type Target } from '../load.ts'
import { type Server, startFloor, startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

/** Alternating rounds of a second each, because the speed of the machine varies. */
const ROUNDS = 7
/** The first seconds include compilation, which takes longer for the service than for the floor. */
const WARM_UP_ROUNDS = 4
/** More than the measurement uses. */
const TOKENS = 150_000
const PUBLIC_URL = 'https://bench.example.com'
const CLIENT = 'bench-client'
const SCOPES = JSON.stringify(['contacts:read', 'contacts:write'])
const REDIRECT_URI = 'https://client.example.com/callback'
const VERIFIER = 'a'.repeat(43)

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url')

interface Kind {
  what: string
  path: string
  form(number: number): Record<string, string>
}

const KINDS: Kind[] = [
  {
    what: 'refresh (requests/s)',
    path: '/oauth/token',
    form: (number) => ({ grant_type: 'refresh_token', refresh_token: `refresh-${number}` }),
  },
  {
    what: 'code (requests/s)',
    path: '/oauth/token',
    form: (number) => ({
      grant_type: 'authorization_code',
      code: `code-${number}`,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
    }),
  },
  {
    what: 'introspection (requests/s)',
    path: '/oauth/introspect',
    form: (number) => ({ token: `access-${number % 1000}` }),
  },
]

/** Requests per second at the authorization server over 64 connections: the service and the floor in turn. */
export async function measureOauth(databases: Databases, contacts: number): Promise<void> {
  const prepared = databases.copy(await databases.prepare(contacts))
  seedTokens(prepared)
  const rows = []
  for (const kind of KINDS) {
    const service: number[] = []
    const floor: number[] = []
    const servers = [
      await startWithProxy(databases.copy(prepared).database),
      await startFloor(databases.copy(prepared).database),
    ]
    const sleepless = keepAwake()
    try {
      const [ofService, ofFloor] = servers.map((server) => loaded(server, kind)) as [Measure, Measure]
      for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
        const [ours, least] = [await ofService(), await ofFloor()]
        if (round < 0) continue
        service.push(ours)
        floor.push(least)
      }
    } finally {
      sleepless.end()
      for (const server of servers) await server.stop()
    }
    const ratio = median(service.map((ours, round) => ours / (floor[round] ?? 0)))
    rows.push({ what: kind.what, service: median(service), floor: median(floor), ratio })
  }
  print('The authorization server, 64 connections', rows)
}

/**
 * A client that gets its response before it has more to send goes to sleep, and waking it costs the server half as
 * much again as writing: only the slower of the two would pay for that.
 */
function keepAwake(): { end(): void } {
  let awake = true
  const turn = () => void (awake && setImmediate(turn))
  turn()
  return {
    end: () => {
      awake = false
    },
  }
}

/** Rate limits count by network; the requests come from many networks, so that limits are not measured. */
function startWithProxy(database: string): Promise<Server> {
  return startService(database, { PUBLIC_URL, HANDRAIL_TRUST_PROXY: '127.0.0.1' })
}

/** Requests per second, over one second. */
type Measure = () => Promise<number>

function loaded(server: Server, kind: Kind): Measure {
  const target: Target = { url: server.url, token: '', seconds: 1 }
  let number = 0
  const next = () => {
    const network = `10.0.${++number % 256}.1`
    const body = new URLSearchParams({ client_id: CLIENT, ...kind.form(number) }).toString()
    return { path: kind.path, body, headers: { 'x-forwarded-for': network } }
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return async () => (await load(target, { method: 'POST', headers, next })).requests
}

/** A person, a public application, and more tokens than the measurement uses. */
function seedTokens({ database, workspace_id }: Prepared): void {
  const sqlite = new Sqlite(database)
  const now = new Date()
  const at = now.toISOString()
  const later = new Date(now.getTime() + 86_400_000).toISOString()
  const user_id = seededId('user', 0, now.getTime())
  const insert = (table: string, row: Record<string, string | null>) => {
    const columns = Object.keys(row)
    sqlite.prepare(`insert into ${table} (${columns}) values (${columns.map((column) => `@${column}`)})`).run(row)
  }
  sqlite.transaction(() => {
    const times = { created_at: at, updated_at: at }
    insert('users', { id: user_id, email: 'bench@example.com', name: 'Bench', ...times })
    insert('memberships', { workspace_id, user_id, role: 'owner', ...times })
    insert('oauth_clients', {
      id: CLIENT,
      workspace_id,
      kind: 'application',
      name: 'Bench',
      redirect_uris: JSON.stringify([REDIRECT_URI]),
      scopes: SCOPES,
      auth_method: 'none',
      used_at: at,
      ...times,
    })
    for (let number = 0; number < TOKENS; number++) {
      const shared = { workspace_id, scopes: SCOPES, resource: PUBLIC_URL }
      const token = {
        workspace_id,
        grant_id: seededId('grant', number, now.getTime()),
        expires_at: later,
        created_at: at,
      }
      insert('oauth_grants', { ...shared, id: token.grant_id, user_id, client_id: CLIENT, ...times })
      insert('oauth_refresh_tokens', { ...token, token_hash: hashed(`refresh-${number}`) })
      insert('oauth_codes', {
        ...token,
        ...shared,
        grant_id: seededId('redeemed', number, now.getTime()),
        code_hash: hashed(`code-${number}`),
        user_id,
        client_id: CLIENT,
        redirect_uri: REDIRECT_URI,
        code_challenge: hashed(VERIFIER),
      })
      if (number < 1000) insert('oauth_access_tokens', { ...token, ...shared, token_hash: hashed(`access-${number}`) })
    }
  })()
  sqlite.pragma('wal_checkpoint(truncate)')
  sqlite.close()
}
