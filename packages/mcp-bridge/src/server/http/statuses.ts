import type { AccessToken } from '../../auth/authorization.ts'
import { Failure } from '../../errors/failure.ts'
import type { Incoming } from '../../network/network.ts'
import { SignInNeeded } from './sign-in-needed.ts'

/** Where a redirect that keeps method and body leads, within the same origin. */
export function redirectionOf({ status, headers: { location } }: Incoming, from: URL): URL | undefined {
  if ((status !== 307 && status !== 308) || location === undefined) return undefined
  const next = URL.parse(location, from.href)
  return next?.origin === from.origin && next.href !== from.href ? next : undefined
}

export function refusalOf({ status, headers }: Incoming, token: AccessToken | undefined): SignInNeeded | undefined {
  const challenge = headers['www-authenticate']
  const refusal = { token: token?.value, challenge }
  if (status === 401) return new SignInNeeded(refusal)
  if (status !== 403 || !challenge || !/error="?insufficient_scope\b/.test(challenge)) return undefined
  return new SignInNeeded(refusal, /\bscope="([^"]*)"/.exec(challenge)?.[1] ?? '')
}

/** Statuses that say nothing about the request, only that it cannot be answered now. */
export function checkAvailable({ status, headers, body }: Incoming, { origin }: URL): void {
  const wait = waitOf(headers['retry-after'])
  if (status === 429) {
    body.destroy()
    throw new Failure(`The server at ${origin} refuses further requests for now: call again ${inWords(wait)}.`, {
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
    throw new Failure(`The server at ${origin} does not allow this (403): ask its operator for access.`)
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
