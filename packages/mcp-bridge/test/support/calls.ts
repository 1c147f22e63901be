import type { AccessToken, Authorization } from '../../src/auth/authorization.ts'

type Target = { url: URL }

const CALL = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'work' } })

/** Asks the resource with a token, as a request of the bridge would. */
export async function ask({ url }: Target, token: AccessToken | undefined): Promise<Response> {
  return fetch(url, { method: 'POST', headers: token ? { authorization: `Bearer ${token.value}` } : {}, body: CALL })
}

/** A request with everything that an expired or missing token needs, except a person. */
export async function call(server: Target, authorization: Authorization): Promise<number> {
  const token = await authorization.token()
  const first = await ask(server, token)
  if (first.status !== 401) return first.status
  const challenge = first.headers.get('www-authenticate') ?? undefined
  const renewed = await authorization.renew({ token: token?.value, challenge })
  return renewed ? (await ask(server, renewed)).status : 401
}
