import type { AccessToken, Authorization } from '../../auth/authorization.ts'
import { Failure } from '../../errors/failure.ts'
import type { Log } from '../../log/log.ts'
import { openCookies } from '../../network/cookies.ts'
import type { Incoming, Network, Outgoing } from '../../network/network.ts'
import { checkAvailable, redirectionOf, refusalOf } from './statuses.ts'

/** Sends requests to the server, with the token and the person's own headers. */
export type SendRequest = (
  request: Pick<Outgoing, 'method' | 'headers' | 'body' | 'signal'> & {
    /** Another address of the same origin than the server's usual one. */
    url?: URL
  },
) => Promise<Incoming>

export interface RequestOptions {
  url: URL
  network: Network
  /** Absent where the person's own headers carry the authorization. */
  authorization: Authorization | undefined
  headers: Readonly<Record<string, string>>
  log: Log
  /** Called for every answer that is not a refusal. */
  onAdmitted(withToken: boolean): void
}

const MOST_RENEWALS = 2

/**
 * A refused token is renewed and the request sent again, which is safe: a refusal comes before anything is done.
 * @throws SignInNeeded, Failure
 */
export function openRequests({ url, network, authorization, headers, log, onAdmitted }: RequestOptions): SendRequest {
  /** Frameworks often want a trailing slash, and say so with a redirect. */
  let address = url
  const cookies = openCookies(url)
  let nonce: string | undefined

  async function send(request: Parameters<SendRequest>[0], token: AccessToken | undefined): Promise<Incoming> {
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
  async function proven(
    request: Parameters<SendRequest>[0],
    token: AccessToken | undefined,
    to: URL,
  ): Promise<Incoming> {
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
    { url: _, ...request }: Parameters<SendRequest>[0],
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

  return async (request) => {
    let token = await authorization?.token()
    let incoming = await send(request, token)
    let refused = refusalOf(incoming, token)
    for (let renewals = 0; refused && authorization; renewals++) {
      incoming.body.destroy()
      // Whoever shares the sign-in may have had a renewed token revoked before it was sent from here.
      const renewed = renewals < MOST_RENEWALS ? await authorization.renew(refused.refusal) : undefined
      if (!renewed || renewed.value === token?.value) throw refused
      token = renewed
      incoming = await send(request, token)
      refused = refusalOf(incoming, token)
    }
    if (refused) {
      incoming.body.destroy()
      throw new Failure(`The server at ${url.origin} refuses the Authorization header that it was given: correct it.`)
    }
    checkAvailable(incoming, url)
    onAdmitted(token !== undefined)
    return incoming
  }
}
