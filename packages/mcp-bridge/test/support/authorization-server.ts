// Longer than other files: a whole, strict authorization server, so that what it refuses can be read in one place.
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Behaviour, TestServer } from './authorization-behaviour.ts'

/** A grant: one consent, and the tokens that came of it. */
interface Grant {
  scope: string
  revoked: boolean
  access: { value: string; expires: number }
  refresh: string
  /** The answer to the last refresh, repeated for its token within the replay window. */
  replay?: { token: string; body: object; until: number }
}

interface Code {
  client: string
  redirectUri: string
  challenge: string
  scope: string
  resource: string | null
}

const PATH = '/mcp'
const RESULTS: Record<string, object> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'test', version: '1' },
  },
  'tools/list': { tools: [{ name: 'work', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'done' }] },
}

export async function startServer(changes: Partial<Behaviour> = {}): Promise<TestServer> {
  const behaviour: Behaviour = {
    expiresIn: 3600,
    replayWindow: 60_000,
    metadata: {},
    resourceMetadata: {},
    iss: undefined,
    challengeScope: undefined,
    strictPorts: false,
    deny: undefined,
    registration: 'open',
    intercept: undefined,
    ...changes,
  }
  const grants = new Set<Grant>()
  const codes = new Map<string, Code>()
  const devices = new Map<string, { approved: boolean; scope: string; client: string }>()
  const issued = new Set<string>()
  const requests: string[] = []
  const tokenRequests: URLSearchParams[] = []
  const authorizations: URLSearchParams[] = []
  const clients: TestServer['clients'] = new Map()
  const counts = { refreshes: 0, replays: 0, reuses: 0 }
  const fresh = (kind: string) => {
    const value = `${kind}-${randomBytes(16).toString('hex')}`
    issued.add(value)
    return value
  }

  const server = createServer((request, response) => {
    void route(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const json = (response: ServerResponse, status: number, body: object, headers = {}) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  const refuse = (response: ServerResponse, error: string, status = 400) =>
    json(response, status, { error, error_description: 'A description that nobody may show' })

  async function route(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', origin)
    requests.push(url.pathname)
    const sent = await text(request)
    if (await behaviour.intercept?.(url.pathname, request, response)) return
    if (url.pathname === '/.well-known/oauth-authorization-server') return json(response, 200, metadata())
    if (url.pathname === `/.well-known/oauth-protected-resource${PATH}`) return json(response, 200, protectedResource())
    if (url.pathname === '/register') return register(JSON.parse(sent), response)
    if (url.pathname === '/authorize') return authorize(url.searchParams, response)
    if (url.pathname === '/device') return authorizeDevice(new URLSearchParams(sent), response)
    if (url.pathname === '/approve') return approve(url.searchParams.get('user_code') ?? '', response)
    if (url.pathname === '/token') return token(request, new URLSearchParams(sent), response)
    if (url.pathname === '/revoke') return revoke(new URLSearchParams(sent), response)
    if (url.pathname === PATH) return resource(request, sent, response)
    return json(response, 404, {})
  }

  const metadata = () => ({
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    revocation_endpoint: `${origin}/revoke`,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    authorization_response_iss_parameter_supported: true,
    ...behaviour.metadata,
  })

  const protectedResource = () => ({
    resource: `${origin}${PATH}`,
    authorization_servers: [origin],
    scopes_supported: ['read', 'write'],
    ...behaviour.resourceMetadata,
  })

  function register(body: Record<string, unknown>, response: ServerResponse) {
    if (behaviour.registration === 'closed') return refuse(response, 'access_denied', 403)
    if (behaviour.registration === 'scopeless' && body.scope) return refuse(response, 'invalid_client_metadata')
    const id = `client-${clients.size + 1}`
    const method = String(body.token_endpoint_auth_method)
    const secret = method === 'none' ? undefined : fresh('secret')
    clients.set(id, { redirectUris: body.redirect_uris as string[], method, secret, body }) // Registered by our client.
    json(response, 201, { client_id: id, ...(secret ? { client_secret: secret } : {}), ...body })
  }

  function authorize(query: URLSearchParams, response: ServerResponse) {
    authorizations.push(query)
    const redirect = query.get('redirect_uri') ?? ''
    const client = query.get('client_id') ?? ''
    const known = clients.get(client)
    const portless = (uri: string) => (behaviour.strictPorts ? uri : uri.replace(/:\d+/, ''))
    const isCimd = client.startsWith('https://')
    if (!isCimd && !known?.redirectUris.some((uri) => portless(uri).replace(/^http/, 'http') === portless(redirect)))
      return void response.writeHead(400).end('Unknown client')
    const back = new URL(redirect)
    back.searchParams.set('state', query.get('state') ?? '')
    if (behaviour.iss !== '') back.searchParams.set('iss', behaviour.iss ?? origin)
    if (query.get('code_challenge_method') !== 'S256') back.searchParams.set('error', 'invalid_request')
    else if (behaviour.deny) {
      back.searchParams.set('error', behaviour.deny)
      back.searchParams.set('error_description', '<b>A description that nobody may show</b>')
    } else {
      const code = fresh('code')
      const scope = query.get('scope') ?? 'read'
      codes.set(code, {
        client,
        redirectUri: redirect,
        challenge: query.get('code_challenge') ?? '',
        scope,
        resource: query.get('resource'),
      })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  function authorizeDevice(form: URLSearchParams, response: ServerResponse) {
    const code = fresh('device')
    const user = `WDJB-${devices.size + 1}`
    devices.set(code, { approved: false, scope: form.get('scope') ?? 'read', client: form.get('client_id') ?? '' })
    const body = { device_code: code, user_code: user, verification_uri: `${origin}/approve`, expires_in: 60 }
    json(response, 200, { ...body, verification_uri_complete: `${origin}/approve?user_code=${user}`, interval: 0.1 })
  }

  function approve(userCode: string, response: ServerResponse) {
    const device = [...devices.values()][Number(userCode.split('-')[1]) - 1]
    if (device) device.approved = true
    response.writeHead(device ? 200 : 404).end()
  }

  function isClient(request: IncomingMessage, form: URLSearchParams): boolean {
    const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const [id, secret] = basic
      ? atob(basic)
          .split(':')
          .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
      : [form.get('client_id'), form.get('client_secret')]
    if (id?.startsWith('https://')) return true
    const client = clients.get(id ?? '')
    if (!client) return false
    if (client.method === 'none') return secret === null
    return client.secret === secret && (client.method === 'client_secret_basic') === (basic !== undefined)
  }

  function token(request: IncomingMessage, form: URLSearchParams, response: ServerResponse) {
    tokenRequests.push(form)
    const kind = form.get('grant_type')
    if (!isClient(request, form)) return refuse(response, 'invalid_client', 401)
    if (kind === 'authorization_code') return exchange(form, response)
    if (kind === 'refresh_token') return refresh(form, response)
    if (kind === 'client_credentials') return json(response, 200, issue(form.get('scope') ?? 'read', false))
    if (kind !== 'urn:ietf:params:oauth:grant-type:device_code') return refuse(response, 'unsupported_grant_type')
    const device = devices.get(form.get('device_code') ?? '')
    if (!device) return refuse(response, 'invalid_grant')
    if (!device.approved) return refuse(response, 'authorization_pending')
    return json(response, 200, issue(device.scope))
  }

  function exchange(form: URLSearchParams, response: ServerResponse) {
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!code || code.challenge !== challenge) return refuse(response, 'invalid_grant')
    if (code.redirectUri !== form.get('redirect_uri')) return refuse(response, 'invalid_grant')
    if (code.resource !== form.get('resource')) return refuse(response, 'invalid_target')
    return json(response, 200, issue(code.scope))
  }

  function issue(scope: string, refreshable = true): object {
    const grant: Grant = { scope, revoked: false, access: accessToken(), refresh: fresh('refresh') }
    grants.add(grant)
    return body(grant, refreshable)
  }

  const accessToken = () => ({ value: fresh('access'), expires: Date.now() + (behaviour.expiresIn ?? 3600) * 1000 })

  const body = ({ access, refresh, scope }: Grant, refreshable = true) => ({
    access_token: access.value,
    token_type: 'Bearer',
    ...(behaviour.expiresIn === undefined ? {} : { expires_in: behaviour.expiresIn }),
    ...(refreshable ? { refresh_token: refresh } : {}),
    scope,
  })

  /** Rotation with reuse detection: a spent token, outside the replay window, revokes the whole grant. */
  function refresh(form: URLSearchParams, response: ServerResponse) {
    const given = form.get('refresh_token') ?? ''
    for (const grant of grants) {
      if (grant.revoked) continue
      if (grant.refresh === given) {
        Object.assign(grant, { access: accessToken(), refresh: fresh('refresh') })
        grant.replay = { token: given, body: body(grant), until: Date.now() + behaviour.replayWindow }
        counts.refreshes++
        return json(response, 200, grant.replay.body)
      }
      if (grant.replay?.token === given && Date.now() < grant.replay.until) {
        counts.replays++
        return json(response, 200, grant.replay.body)
      }
    }
    if (issued.has(given)) {
      counts.reuses++
      for (const grant of grants) grant.revoked = true
    }
    return refuse(response, 'invalid_grant')
  }

  function revoke(form: URLSearchParams, response: ServerResponse) {
    const given = form.get('token')
    for (const grant of grants) if ([grant.refresh, grant.access.value].includes(given ?? '')) grant.revoked = true
    json(response, 200, {})
  }

  function resource(request: IncomingMessage, sent: string, response: ServerResponse) {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const grant = [...grants].find(({ access }) => access.value === given)
    if (grant && !grant.revoked && grant.access.expires > Date.now()) return answer(sent, response)
    const scope = behaviour.challengeScope ? `, scope="${behaviour.challengeScope}"` : ''
    const place = `${origin}/.well-known/oauth-protected-resource${PATH}`
    const challenge = `Bearer realm="test", resource_metadata="${place}"${scope}`
    json(response, 401, { error: 'invalid_token' }, { 'www-authenticate': challenge })
  }

  /** As much of MCP as it takes to call a tool; of revisions it knows that of 2025-06-18. */
  function answer(sent: string, response: ServerResponse) {
    const { id, method } = sent ? JSON.parse(sent) : {}
    if (id === undefined) return void response.writeHead(202).end()
    const result = RESULTS[method]
    if (!result) return json(response, 404, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Unknown method' } })
    json(response, 200, { jsonrpc: '2.0', id, result })
  }

  return {
    url: new URL(PATH, origin),
    origin,
    behaviour,
    requests,
    tokenRequests,
    authorizations,
    clients,
    counts,
    expireAll() {
      for (const grant of grants) grant.access.expires = 0
    },
    revokeAll() {
      for (const grant of grants) grant.revoked = true
    },
    secrets: () => [...issued],
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
