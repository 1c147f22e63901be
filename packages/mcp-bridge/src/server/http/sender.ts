import type { AccessToken } from '../../auth/authorization.ts'
import type { Log } from '../../log/log.ts'
import { openCookies } from '../../network/cookies.ts'
import type { Incoming, Network, Outgoing } from '../../network/network.ts'
import { redirectionOf } from './statuses.ts'

export type ServerRequest = Pick<Outgoing, 'method' | 'headers' | 'body' | 'signal'> & {
  /** Another address of the same origin than the server's usual one. */
  url?: URL
}

/** Sends requests to the server, with the token and the person's own headers. */
export type SendRequest = (request: ServerRequest) => Promise<Incoming>

export interface SenderOptions {
  url: URL
  network: Network
  headers: Readonly<Record<string, string>>
  log: Log
}

/** Sends one request with one token, whatever comes of it: to where the server is, with its cookies, and proofs of the key. */
export function openSender({ url, network, headers, log }: SenderOptions) {
  /** Frameworks often want a trailing slash, and say so with a redirect. */
  let address = url
  const cookies = openCookies(url)
  let nonce: string | undefined

  async function send(request: ServerRequest, token: AccessToken | undefined): Promise<Incoming> {
    if (token) log.conceal(token.value)
    const { url: other } = request
    const incoming = await proven(request, token, other ?? address)
    const next = other ? undefined : redirectionOf(incoming, address)
    if (!next) return incoming
    incoming.body.destroy()
    address = next
    return proven(request, token, address)
  }

  /** Sends once more what was refused only because the server wants a number of its own in the proof (RFC 9449 section 9). */
  async function proven(request: ServerRequest, token: AccessToken | undefined, to: URL): Promise<Incoming> {
    const used = nonce
    const incoming = await authorized(request, token, to)
    const wanted = incoming.headers['dpop-nonce']
    if (!token?.proof || typeof wanted !== 'string' || wanted === used) return incoming
    nonce = wanted
    if (incoming.status !== 401 || !/use_dpop_nonce/.test(incoming.headers['www-authenticate'] ?? '')) return incoming
    incoming.body.destroy()
    return authorized(request, token, to)
  }

  async function authorized(
    { url: _, ...request }: ServerRequest,
    token: AccessToken | undefined,
    to: URL,
  ): Promise<Incoming> {
    const cookie = await cookies.header()
    const own = {
      ...(token && { authorization: `${token.proof ? 'DPoP' : 'Bearer'} ${token.value}` }),
      ...(token?.proof && { dpop: await token.proof({ method: request.method, url: to, nonce }) }),
      ...(cookie && { cookie }),
    }
    return timed({ ...request, headers: { ...request.headers, ...own, ...headers }, url: to })
  }

  async function timed(outgoing: Outgoing): Promise<Incoming> {
    const began = performance.now()
    const incoming = await network.send(outgoing)
    await cookies.keep(incoming.headers['set-cookie'])
    log.debug('Sent', {
      what: outgoing.headers['mcp-method'] ?? outgoing.method,
      status: incoming.status,
      ms: Math.round(performance.now() - began),
      // The server's own log has it under this id.
      request_id: String(incoming.headers['x-request-id'] ?? '') || undefined,
    })
    return incoming
  }

  return send
}
