// The floor of the authorization server: the minimal program that does the same work on the same tables. It does not
// validate requests.
import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type Sqlite from 'better-sqlite3'
import type { FastifyInstance } from 'fastify'

const ACCESS_MS = 7_200_000
const REFRESH_MS = 30 * 86_400_000

interface Token {
  workspace_id: string
  grant_id: string
  user_id: string
  client_id: string
  scopes: string
  resource: string
  expires_at: string
  created_at: string
}

interface Databases {
  reader: Sqlite.Database
  writer: Sqlite.Database
  /** Runs in a transaction that waiting writes share. */
  write(run: () => void): Promise<void>
}

type Form = Record<string, string>

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url')
const GRANTED = `join oauth_grants g on g.workspace_id = t.workspace_id and g.id = t.grant_id
  join memberships m on m.workspace_id = g.workspace_id and m.user_id = g.user_id
  join workspaces w on w.id = g.workspace_id`

export function serveOauth(app: FastifyInstance, { reader, writer, write }: Databases): void {
  /** Number of requests by address, as a service needs for its limits. */
  const counts = new Map<string, number>()
  const count = (address: string) => counts.set(address, (counts.get(address) ?? 0) + 1)
  const client = reader.prepare('select * from oauth_clients where id = ?')
  const access = reader.prepare<[string], Token>(
    `select g.user_id, g.client_id, g.id as grant_id, t.*, m.role, w.plan from oauth_access_tokens t ${GRANTED} where t.token_hash = ? and g.revoked_at is null`,
  )
  const refresh = writer.prepare<[string], Token>(
    `select t.*, g.user_id, g.client_id, g.scopes, g.resource, g.revoked_at, m.role, w.plan from oauth_refresh_tokens t ${GRANTED} where t.token_hash = ?`,
  )
  const code = writer.prepare<[string], Token>('select * from oauth_codes where code_hash = ?')
  const consumeRefresh = writer.prepare(
    'update oauth_refresh_tokens set consumed_at = ? where token_hash = ? and consumed_at is null',
  )
  const consumeCode = writer.prepare(
    'update oauth_codes set consumed_at = ? where code_hash = ? and consumed_at is null',
  )
  const keepAnswer = writer.prepare('update oauth_refresh_tokens set sealed_answer = ? where token_hash = ?')
  const insertGrant = writer.prepare(
    'insert into oauth_grants (workspace_id, id, user_id, client_id, scopes, resource, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const insertAccess = writer.prepare(
    'insert into oauth_access_tokens (token_hash, workspace_id, grant_id, scopes, resource, expires_at, created_at) values (?, ?, ?, ?, ?, ?, ?)',
  )
  const insertRefresh = writer.prepare(
    'insert into oauth_refresh_tokens (token_hash, workspace_id, grant_id, expires_at, created_at) values (?, ?, ?, ?, ?)',
  )

  function issue({ workspace_id, grant_id, scopes, resource }: Token, now: Date) {
    const at = now.toISOString()
    const after = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString()
    const [access_token, refresh_token] = [0, 0].map(() => randomBytes(32).toString('base64url')) as [string, string]
    insertAccess.run(hashed(access_token), workspace_id, grant_id, scopes, resource, after(ACCESS_MS), at)
    insertRefresh.run(hashed(refresh_token), workspace_id, grant_id, after(REFRESH_MS), at)
    const scope = (JSON.parse(scopes) as string[]).join(' ').replaceAll(':', '_')
    return { access_token, token_type: 'Bearer', expires_in: 7200, refresh_token, scope, created_at: now.getTime() }
  }

  function rotate({ refresh_token = '' }: Form) {
    const now = new Date()
    const token_hash = hashed(refresh_token)
    const token = refresh.get(token_hash)
    if (!token || consumeRefresh.run(now.toISOString(), token_hash).changes === 0) throw new Error('invalid_grant')
    const answer = issue(token, now)
    keepAnswer.run(sealed(refresh_token, JSON.stringify(answer)), token_hash)
    return answer
  }

  function redeem(form: Form) {
    const now = new Date()
    const code_hash = hashed(form.code ?? '')
    const found = code.get(code_hash)
    if (!found || consumeCode.run(now.toISOString(), code_hash).changes === 0) throw new Error('invalid_grant')
    const { workspace_id, grant_id, user_id, client_id, scopes, resource } = found
    const at = now.toISOString()
    insertGrant.run(workspace_id, grant_id, user_id, client_id, scopes, resource, at, at)
    return issue(found, now)
  }

  app.post<{ Body: Form }>('/oauth/token', async ({ body, ip }, reply) => {
    count(ip)
    if (!client.get(body.client_id)) throw new Error('invalid_client')
    let answer: object = {}
    await write(() => {
      answer = body.grant_type === 'refresh_token' ? rotate(body) : redeem(body)
    })
    return reply.header('cache-control', 'no-store').send(answer)
  })
  app.post<{ Body: Form }>('/oauth/introspect', async ({ body, ip }, reply) => {
    count(ip)
    if (!client.get(body.client_id)) throw new Error('invalid_client')
    const token = access.get(hashed(body.token ?? ''))
    if (!token) return reply.send({ active: false })
    const { client_id, user_id: sub, resource: aud, workspace_id } = token
    const scope = (JSON.parse(token.scopes) as string[]).join(' ').replaceAll(':', '_')
    const [exp, iat] = [token.expires_at, token.created_at].map((at) => Math.floor(Date.parse(at) / 1000))
    return reply.send({
      active: true,
      scope,
      client_id,
      token_type: 'Bearer',
      exp,
      iat,
      sub,
      aud,
      iss: aud,
      workspace_id,
    })
  })
}

/** Encrypted with a key derived from the token. */
function sealed(token: string, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', token, '', 'seal', 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}
