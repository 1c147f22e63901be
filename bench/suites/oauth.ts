import { createHash } from 'node:crypto'
import type { AimName, Note } from '../aims.ts'
import type { Databases, Prepared } from '../data/databases.ts'
import { installPeer, moduleOf } from '../data/peers.ts'
import { seededId } from '../data/people.ts'
import { openWriter, type Row, writeAll } from '../data/seed.ts'
import { load, type Target } from '../load.ts'
import { type Server, startFloor, startPeer, startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

/** Alternating rounds of a second each, because the speed of the machine varies. */
const ROUNDS = 7
/** The first seconds include compilation, which takes longer for the service than for the floor. */
const WARM_UP_ROUNDS = 4
/** More than the measurement uses. */
const TOKENS = 150_000
const ACCESS_TOKENS = 1000
/** Who have grants, and as many who have codes: a code ends the grant that its person gave the client before. */
const PEOPLE = 5000
const PUBLIC_URL = 'https://bench.example.com'
const CLIENT = 'bench-client'
const CONFIDENTIAL = 'bench-secret'
const CLIENT_SECRET = 'secret'
const SCOPES = ['contacts:read', 'contacts:write']
const REDIRECT_URI = 'https://client.example.com/callback'
const VERIFIER = 'a'.repeat(43)

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url')

interface Kind {
  what: string
  /** Of the ratio to oidc-provider. */
  aim?: AimName
  path: string
  form(number: number): Record<string, string>
}

const KINDS: Kind[] = [
  {
    what: 'refresh',
    aim: 'refresh',
    path: '/oauth/token',
    form: (number) => ({ grant_type: 'refresh_token', refresh_token: `refresh-${number}` }),
  },
  { what: 'code', aim: 'code', path: '/oauth/token', form: (number) => redemption(`code-${number}`) },
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
    aim: 'introspection',
    path: '/oauth/introspect',
    form: (number) => ({ token: `access-${number % ACCESS_TOKENS}` }),
  },
]

function redemption(code: string): Record<string, string> {
  return { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER }
}

const OIDC_PROVIDER = 'oidc-provider'

/** Requests per second at the authorization server over 64 connections: the service, the floor on SQLite, and a peer in turn. */
export async function measureOauth(
  databases: Databases,
  contacts: number,
  note: Note,
  withPeers: boolean,
): Promise<void> {
  const prepared = databases.copy(await databases.prepare(contacts))
  await seedTokens(prepared)
  const module = withPeers ? moduleOf(installPeer(OIDC_PROVIDER), OIDC_PROVIDER) : undefined
  const rows = []
  for (const kind of KINDS) {
    const servers = {
      service: await startWithProxy(databases.copy(prepared).database),
      ...(databases.engine === 'sqlite' && { floor: await startFloor(databases.copy(prepared).database) }),
      ...(module && {
        [OIDC_PROVIDER]: await startPeer(OIDC_PROVIDER, [module], String(TOKENS), REDIRECT_URI, VERIFIER),
      }),
    }
    const sleepless = keepAwake()
    try {
      rows.push({ what: kind.what, ...(await compare(servers, kind, note)) })
    } finally {
      sleepless.end()
      for (const server of Object.values(servers)) await server.stop()
    }
  }
  print('The authorization server, 64 connections: requests/s, and the ratio to the others', rows)
}

/** Requests per second of each, and the medians of what the service answers of it in the same round. */
async function compare(servers: Record<string, Server>, kind: Kind, note: Note): Promise<Record<string, number>> {
  const names = Object.keys(servers)
  const measures = Object.values(servers).map((server) => loaded(server, kind))
  const rounds: Measured[][] = []
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const figures: Measured[] = []
    for (const measure of measures) figures.push(await measure())
    if (round >= 0) rounds.push(figures)
  }
  const perSecond = (at: number) => median(rounds.map((figures) => figures[at]?.perSecond ?? 0))
  const against = (at: number, of: keyof Measured) =>
    median(rounds.map(([ours, ...others]) => (ours?.[of] ?? 0) / (others[at - 1]?.[of] ?? 0)))
  const peer = names.indexOf(OIDC_PROVIDER)
  if (kind.aim && peer > 0) note(kind.aim, against(peer, 'perSecond'))
  const others = names.slice(1).map((name, index) => ({
    [name]: perSecond(index + 1),
    [`ratio to ${name}`]: against(index + 1, 'perSecond'),
    [`by processor time, to ${name}`]: 1 / against(index + 1, 'processorUs'),
  }))
  return { service: perSecond(0), ...Object.assign({}, ...others) }
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
async function seedTokens({ database, workspace_id }: Prepared): Promise<void> {
  const writer = await openWriter(database)
  const now = new Date()
  const at = now.toISOString()
  const later = new Date(now.getTime() + 86_400_000).toISOString()
  const times = { created_at: at, updated_at: at }
  const idOf = (kind: string, number: number) => seededId(kind, number, now.getTime())
  const userOf = (number: number) => idOf('user', number)
  await writeAll(writer, 'users', 2 * PEOPLE, (number) => ({
    id: userOf(number),
    email: `bench-${number}@example.com`,
    name: 'Bench',
    ...times,
  }))
  await writeAll(writer, 'memberships', 2 * PEOPLE, (number) => ({
    workspace_id,
    user_id: userOf(number),
    role: number === 0 ? 'owner' : 'admin',
    ...times,
  }))
  const client = (id: string, auth_method: string): Row => ({
    ...{ id, workspace_id, kind: 'application', name: 'Bench', redirect_uris: [REDIRECT_URI], scopes: SCOPES },
    ...{ auth_method, used_at: at, ...times },
  })
  await writer.insert('oauth_clients', [client(CLIENT, 'none'), client(CONFIDENTIAL, 'client_secret_post')])
  const secret = { client_id: CONFIDENTIAL, secret_hash: hashed(CLIENT_SECRET), created_at: at }
  await writer.insert('oauth_client_secrets', [secret])
  const shared = { workspace_id, scopes: SCOPES, resource: PUBLIC_URL }
  const token = (number: number) => ({
    workspace_id,
    grant_id: idOf('grant', number),
    expires_at: later,
    created_at: at,
  })
  const code = (number: number, client_id: string, prefix: string): Row => ({
    ...{ ...token(number), ...shared, grant_id: idOf(`${prefix}redeemed`, number), client_id },
    ...{ user_id: userOf(PEOPLE + (number % PEOPLE)), code_hash: hashed(`${prefix}code-${number}`) },
    ...{ redirect_uri: REDIRECT_URI, code_challenge: hashed(VERIFIER) },
  })
  await writeAll(writer, 'oauth_grants', TOKENS, (number) => ({
    ...shared,
    id: idOf('grant', number),
    user_id: userOf(number % PEOPLE),
    client_id: CLIENT,
    ...times,
  }))
  await writeAll(writer, 'oauth_refresh_tokens', TOKENS, (number) => ({
    ...token(number),
    token_hash: hashed(`refresh-${number}`),
  }))
  await writeAll(writer, 'oauth_codes', TOKENS, (number) => code(number, CLIENT, ''))
  await writeAll(writer, 'oauth_codes', TOKENS, (number) => code(number, CONFIDENTIAL, 'secret-'))
  await writeAll(writer, 'oauth_access_tokens', ACCESS_TOKENS, (number) => ({
    ...token(number),
    ...shared,
    token_hash: hashed(`access-${number}`),
  }))
  await writer.close()
}
