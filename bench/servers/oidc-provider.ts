// oidc-provider with its tokens in memory: it writes nothing to a disk. A public client and a confidential one, one person, and
// as many codes, refresh tokens and access tokens as the service has, under the same names.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

const [module = '', port = '0', count = '0', redirectUri = '', verifier = ''] = process.argv.slice(2)
const { default: Provider } = await import(module)

type Payload = Record<string, unknown>
const stored = new Map<string, Payload>()

/** An adapter that keeps everything: the one that the package brings forgets all but the newest thousand. */
class Memory {
  readonly model: string
  constructor(model: string) {
    this.model = model
  }
  private key(id: string) {
    return `${this.model}:${id}`
  }
  async upsert(id: string, payload: Payload) {
    stored.set(this.key(id), payload)
  }
  async find(id: string) {
    return stored.get(this.key(id))
  }
  async consume(id: string) {
    const payload = stored.get(this.key(id))
    if (payload) payload.consumed = Math.floor(Date.now() / 1000)
  }
  async destroy(id: string) {
    stored.delete(this.key(id))
  }
  async revokeByGrantId() {}
}

const grants = { grant_types: ['authorization_code', 'refresh_token'], redirect_uris: [redirectUri] }
const issuer = `http://127.0.0.1:${port}`
const scope = 'contacts:read contacts:write'
const provider = new Provider(issuer, {
  adapter: Memory,
  clients: [
    { client_id: 'bench-client', token_endpoint_auth_method: 'none', ...grants },
    { client_id: 'bench-secret', client_secret: 'secret', token_endpoint_auth_method: 'client_secret_post', ...grants },
  ],
  scopes: scope.split(' '),
  features: { introspection: { enabled: true }, devInteractions: { enabled: false } },
  findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
  issueRefreshToken: () => true,
  rotateRefreshToken: () => true,
  ttl: { AccessToken: 7200, RefreshToken: 30 * 86_400, AuthorizationCode: 86_400, Grant: 30 * 86_400 },
})

const now = Math.floor(Date.now() / 1000)
for (const [client, prefix] of [
  ['bench-client', ''],
  ['bench-secret', 'secret-'],
] as const)
  for (let number = 0; number < Number(count); number++) {
    const grantId = `${prefix}grant-${number}`
    const shared = { accountId: 'person', clientId: client, grantId, scope, iat: now, exp: now + 86_400 }
    const put = (model: string, id: string, more: Payload) =>
      stored.set(`${model}:${id}`, { ...shared, kind: model, jti: id, ...more })
    stored.set(`Grant:${grantId}`, {
      ...{ kind: 'Grant', jti: grantId, accountId: 'person', clientId: client, iat: now, exp: now + 86_400 },
      openid: { scope },
    })
    put('AuthorizationCode', `${prefix}code-${number}`, {
      redirectUri,
      codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
      codeChallengeMethod: 'S256',
    })
    put('RefreshToken', `${prefix}refresh-${number}`, { gty: 'authorization_code', rotations: 0, iiat: now })
    if (number < 1000) put('AccessToken', `${prefix}access-${number}`, { gty: 'authorization_code' })
  }

provider.proxy = true
const answer = provider.callback()
createServer((request, response) => {
  if (request.url === '/readyz') response.end('{}')
  else {
    // Its endpoints have other paths than ours.
    if (request.url === '/oauth/token') request.url = '/token'
    if (request.url === '/oauth/introspect') request.url = '/token/introspection'
    answer(request, response)
  }
}).listen(Number(port))
