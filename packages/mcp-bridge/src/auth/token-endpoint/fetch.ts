import * as oauth from 'oauth4webapi'
import { BridgeError } from '../../errors/bridge-error.ts'
import { parseObject } from '../../json.ts'
import { type DpopKey, keyPairOf } from '../dpop.ts'
import { type HttpOptions, send } from '../http.ts'
import { accountOf } from './account.ts'

interface RequestOptions {
  http: HttpOptions
  resource: string | undefined
  dpop?: DpopKey | undefined
}

/** The options of the library for each request. */
export async function requestOptions({ http, resource, dpop }: RequestOptions, more = {}) {
  return {
    [oauth.customFetch]: boundedFetch(http),
    // Which addresses may be http is decided where they are read: see `secureAddress`.
    [oauth.allowInsecureRequests]: true,
    additionalParameters: { ...more, ...(resource ? { resource } : {}) },
    ...(dpop && { DPoP: oauth.DPoP({}, await keyPairOf(dpop)) }),
  }
}

/**
 * The library's requests, within our bounds. An `id_token` only names the person, so what it says is taken out unverified; and a
 * challenge for the client's password does not say what is wrong with a grant: the body does.
 */
function boundedFetch(http: HttpOptions) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    if (init.body instanceof URLSearchParams) concealAll(http, Object.fromEntries(init.body))
    const { status, headers, text } = await send(http, new URL(url), init)
    if (status >= 500 || status === 429)
      throw new BridgeError('unreachable', `The server ${new URL(url).host} is failing (HTTP ${status}): try later.`)
    const { id_token: idToken, ...rest } = parseObject(text) ?? {}
    const body = typeof idToken === 'string' ? { ...rest, [ACCOUNT]: accountOf(claimsIn(idToken)) } : rest
    concealAll(http, body)
    const isJson = parseObject(text) !== undefined
    const type = isJson ? 'application/json' : (headers.get('content-type') ?? 'text/plain')
    const isEmpty = [204, 205, 304].includes(status)
    // Some servers report errors with status 200.
    const isError = status === 200 && typeof body.error === 'string' && body.access_token === undefined
    const nonce = headers.get('dpop-nonce')
    return new Response(isEmpty ? null : isJson ? JSON.stringify(body) : text, {
      status: isError ? 400 : status,
      headers: { 'content-type': type, ...(nonce !== null && { 'dpop-nonce': nonce }) },
    })
  }
}

const SECRETS = [
  'access_token',
  'refresh_token',
  'code',
  'code_verifier',
  'client_secret',
  'client_assertion',
  'device_code',
  'token',
]

function concealAll(http: HttpOptions, values: Record<string, unknown>): void {
  for (const name of SECRETS) {
    const value = values[name]
    if (typeof value === 'string' && value !== '') http.conceal(value)
  }
}

/** The member of an answer that has what its `id_token` says of the person. */
export const ACCOUNT = 'mcp_bridge_account'

/** It came over TLS from the server itself, which is as good as its signature (OpenID Connect Core section 3.1.3.7). */
function claimsIn(idToken: string): Record<string, unknown> {
  return parseObject(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8')) ?? {}
}
