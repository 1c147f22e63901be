import type { AccessToken, Authorization, Refusal } from '../../auth/authorization.ts'
import { BridgeError } from '../../errors/bridge-error.ts'
import { Failure } from '../../errors/failure.ts'
import type { Log } from '../../log/log.ts'
import type { Incoming, Network, Outgoing } from '../../network/network.ts'

/** Only a sign-in helps: there is no token, it is no good any more, or it has too few scopes. */
export class SignInNeeded extends BridgeError {
  readonly refusal: Refusal
  readonly scopes: string | undefined

  constructor(refusal: Refusal, scopes?: string) {
    super('token_refused', 'A sign-in is needed.')
    this.name = 'SignInNeeded'
    this.refusal = refusal
    this.scopes = scopes
  }

  /** The server knows who asks, and wants more scopes for this. */
  get isStepUp(): boolean {
    return this.scopes !== undefined
  }
}

/** Sends requests to the server's one address, with the token and the person's own headers. */
export type Door = (request: Pick<Outgoing, 'method' | 'headers' | 'body' | 'signal'>) => Promise<Incoming>

export interface DoorOptions {
  url: URL
  network: Network
  /** Absent where the person's own headers carry the authorization. */
  authorization: Authorization | undefined
  headers: Readonly<Record<string, string>>
  log: Log
  /** Told of every answer that was no refusal. */
  onAdmitted(withToken: boolean): void
}

/**
 * A refused token is renewed and the request sent once more, which is safe: a refusal comes before anything is done.
 * @throws SignInNeeded, Failure
 */
export function openDoor({ url, network, authorization, headers, log, onAdmitted }: DoorOptions): Door {
  /** Frameworks often want a slash at the end, and say so by a redirection. */
  let address = url

  async function send(request: Parameters<Door>[0], token: AccessToken | undefined): Promise<Incoming> {
    if (token) log.conceal(token.value)
    const bearer = token && { authorization: `Bearer ${token.value}` }
    const outgoing = { ...request, headers: { ...request.headers, ...bearer, ...headers } }
    const incoming = await timed({ ...outgoing, url: address })
    const next = nearby(incoming, address)
    if (!next) return incoming
    incoming.body.destroy()
    address = next
    return timed({ ...outgoing, url: address })
  }

  async function timed(outgoing: Outgoing): Promise<Incoming> {
    const began = performance.now()
    const incoming = await network.send(outgoing)
    log.debug('Sent', {
      what: outgoing.headers['mcp-method'] ?? outgoing.method,
      status: incoming.status,
      ms: Math.round(performance.now() - began),
      // Under which the server's own log has it.
      request_id: String(incoming.headers['x-request-id'] ?? '') || undefined,
    })
    return incoming
  }

  return async (request) => {
    const token = await authorization?.token()
    let incoming = await send(request, token)
    let sent = token
    let refused = refusalOf(incoming, token)
    if (refused && authorization) {
      incoming.body.destroy()
      const renewed = await authorization.renew(refused.refusal)
      if (!renewed || renewed.value === token?.value) throw refused
      sent = renewed
      incoming = await send(request, renewed)
      refused = refusalOf(incoming, renewed)
    }
    if (refused) {
      incoming.body.destroy()
      if (authorization) throw refused
      throw new Failure(`The server at ${url.origin} refuses the Authorization header that it was given: correct it.`)
    }
    checkAvailable(incoming, url)
    onAdmitted(sent !== undefined)
    return incoming
  }
}

/** Where a redirection that keeps method and body leads, within the same origin. */
function nearby({ status, headers: { location } }: Incoming, from: URL): URL | undefined {
  if ((status !== 307 && status !== 308) || location === undefined) return undefined
  const next = URL.parse(location, from.href)
  return next?.origin === from.origin && next.href !== from.href ? next : undefined
}

function refusalOf({ status, headers }: Incoming, token: AccessToken | undefined): SignInNeeded | undefined {
  const challenge = headers['www-authenticate']
  const refusal = { token: token?.value, challenge }
  if (status === 401) return new SignInNeeded(refusal)
  if (status !== 403 || !challenge || !/error="?insufficient_scope\b/.test(challenge)) return undefined
  return new SignInNeeded(refusal, /\bscope="([^"]*)"/.exec(challenge)?.[1] ?? '')
}

/** Statuses that say nothing of the request, only that it cannot be answered now. */
function checkAvailable({ status, headers, body }: Incoming, { origin }: URL): void {
  const wait = waitOf(headers['retry-after'])
  if (status === 429) {
    body.destroy()
    throw new Failure(`The server at ${origin} has had too many requests: call again ${inWords(wait)}.`, {
      unsent: true,
      retryAfterMs: wait ?? 1000,
    })
  }
  if (status === 502 || status === 503 || status === 504) {
    body.destroy()
    throw new Failure(`The server at ${origin} is not available now (${status}): call again ${inWords(wait)}.`, {
      retryAfterMs: wait ?? 0,
    })
  }
  if (status === 403) {
    body.destroy()
    throw new Failure(`The server at ${origin} does not allow this (403): ask whoever runs it for access.`)
  }
  if (status >= 300 && status < 400) {
    body.destroy()
    const target = headers.location && URL.canParse(headers.location, origin) ? new URL(headers.location, origin) : null
    throw new Failure(
      `The server at ${origin} refers to another address${target ? ` (${target.origin}${target.pathname})` : ''}: give that one instead.`,
    )
  }
}

/** `Retry-After` in milliseconds: seconds, or a date. */
function waitOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,7}$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

function inWords(wait: number | undefined): string {
  return wait === undefined ? 'in a while' : `in ${Math.max(1, Math.ceil(wait / 1000))} s`
}
