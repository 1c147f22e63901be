import { createHash } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import type { Databases, Prepared } from '../data/databases.ts'
import { installPeer } from '../data/peers.ts'
import { seededId } from '../data/people.ts'
import { load, type Target } from '../load.ts'
import { type Server, startFloor, startOidcProvider, startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

/** Alternating rounds of a second each, because the speed of the machine varies. */
const ROUNDS = 7
/** The first seconds include compilation, which takes longer for the service than for the floor. */
const WARM_UP_ROUNDS = 4
/** More than the measurement uses. */
const TOKENS = 150_000
const PUBLIC_URL = 'https://bench.example.com'
const CLIENT = 'bench-client'
const CONFIDENTIAL = 'bench-secret'
const CLIENT_SECRET = 'secret'
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
    what: 'refresh',
    path: '/oauth/token',
    form: (number) => ({ grant_type: 'refresh_token', refresh_token: `refresh-${number}` }),
  },
  { what: 'code', path: '/oauth/token', form: (number) => redemption(`code-${number}`) },
  {
    what: 'code, with a secret',
    path: '/oauth/token',
    form: (number) => ({
      ...redemption(`secret-code-${number}`),
      client_id: CONFIDENTIAL,
      client_secret: CLIENT_SECRET,
    }),
  },
  {
    what: 'introspection',
    path: '/oauth/introspect',
    form: (number) => ({ token: `access-${number % 1000}` }),
  },
]

function redemption(code: string): Record<string, string> {
  return { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER }
}

/** Requests per second at the authorization server over 64 connections: the service, the floor and peers in turn. */
export async function measureOauth(databases: Databases, contacts: number, withPeers: boolean): Promise<void> {
  const prepared = databases.copy(await databases.prepare(contacts))
  seedTokens(prepared)
  const module = withPeers ? installPeer('oidc-provider') : undefined
  const rows = []
  for (const kind of KINDS) {
    const servers = [
      await startWithProxy(databases.copy(prepared).database),
      await startFloor(databases.copy(prepared).database),
      ...(module ? [await startOidcProvider(module, String(TOKENS), REDIRECT_URI, VERIFIER)] : []),
    ]
    const sleepless = keepAwake()
    try {
      rows.push({ what: kind.what, ...(await compare(servers, kind)) })
    } finally {
      sleepless.end()
      for (const server of servers) await server.stop()
    }
  }
  print('The authorization server, 64 connections: requests/s, and the ratio to the others', rows)
}

/** Requests per second of each, and the medians of what the service answers of it in the same round. */
async function compare(servers: Server[], kind: Kind): Promise<Record<string, number | undefined>> {
  const measures = servers.map((server) => loaded(server, kind))
  const rounds: Measured[][] = []
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const figures: Measured[] = []
    for (const measure of measures) figures.push(await measure())
    if (round >= 0) rounds.push(figures)
  }
  const perSecond = (at: number) => median(rounds.map((figures) => figures[at]?.perSecond ?? 0))
  const against = (at: number, of: keyof Measured) =>
    median(rounds.map(([ours, ...others]) => (ours?.[of] ?? 0) / (others[at - 1]?.[of] ?? 0)))
  const [service, floor] = [perSecond(0), perSecond(1)]
  const own = { service, floor, ratio: against(1, 'perSecond'), 'by processor time': 1 / against(1, 'processorUs') }
  if (servers.length < 3) return own
  const peer = { 'oidc-provider': perSecond(2), 'of it': against(2, 'perSecond') }
  return { ...own, ...peer, 'of it, by processor time': 1 / against(2, 'processorUs') }
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

interface Measured {
  perSecond: number
  /** Processor time of a request, which other programs on the machine change less. */
  processorUs: number
}

/** One second of load. */
type Measure = () => Promise<Measured>

function loaded(server: Server, kind: Kind): Measure {
  const target: Target = { url: server.url, token: '', seconds: 1 }
  let number = 0
  const next = () => {
    const network = `10.0.${++number % 256}.1`
    const body = new URLSearchParams({ client_id: CLIENT, ...kind.form(number) }).toString()
    return { path: kind.path, body, headers: { 'x-forwarded-for': network } }
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return async () => {
    const before = server.processorMs()
    const { requests } = await load(target, { method: 'POST', headers, next })
    return { perSecond: requests, processorUs: ((server.processorMs() - before) * 1000) / requests }
  }
}

/** A person, a public application and one with a secret, and more tokens than the measurement uses. */
function seedTokens({ database, workspace_id }: Prepared): void {
  const sqlite = new Sqlite(database)
  const now = new Date()
  const at = now.toISOString()
  const later = new Date(now.getTime() + 86_400_000).toISOString()
  const user_id = seededId('user', 0, now.getTime())
  const insert = (table: string, row: Record<string, string | null | undefined>) => {
    const columns = Object.keys(row)
    sqlite.prepare(`insert into ${table} (${columns}) values (${columns.map((column) => `@${column}`)})`).run(row)
  }
  sqlite.transaction(() => {
    const times = { created_at: at, updated_at: at }
    insert('users', { id: user_id, email: 'bench@example.com', name: 'Bench', ...times })
    insert('memberships', { workspace_id, user_id, role: 'owner', ...times })
    for (const [id, auth_method] of [
      [CLIENT, 'none'],
      [CONFIDENTIAL, 'client_secret_post'],
    ] as const)
      insert('oauth_clients', {
        id,
        workspace_id,
        kind: 'application',
        name: 'Bench',
        redirect_uris: JSON.stringify([REDIRECT_URI]),
        scopes: SCOPES,
        auth_method,
        used_at: at,
        ...times,
      })
    insert('oauth_client_secrets', { client_id: CONFIDENTIAL, secret_hash: hashed(CLIENT_SECRET), created_at: at })
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
      for (const [client_id, prefix] of [
        [CLIENT, ''],
        [CONFIDENTIAL, 'secret-'],
      ])
        insert('oauth_codes', {
          ...token,
          ...shared,
          grant_id: seededId(`${prefix}redeemed`, number, now.getTime()),
          code_hash: hashed(`${prefix}code-${number}`),
          user_id,
          client_id,
          redirect_uri: REDIRECT_URI,
          code_challenge: hashed(VERIFIER),
        })
      if (number < 1000) insert('oauth_access_tokens', { ...token, ...shared, token_hash: hashed(`access-${number}`) })
    }
  })()
  sqlite.pragma('wal_checkpoint(truncate)')
  sqlite.close()
}
