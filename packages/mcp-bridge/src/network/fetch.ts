import { Readable } from 'node:stream'
import { Failure } from '../errors/failure.ts'
import type { Network } from './network.ts'

const REDIRECTS = 5
const ANSWER_MS = 30_000

/**
 * `fetch` over the bridge's own connections, for what the authorization asks. Bodies are text, form fields or bytes;
 * an answer takes 30 seconds at most, where no signal says less.
 */
export function fetchOver(network: Network): typeof fetch {
  const go = async (url: URL, init: RequestInit, redirects: number): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init.headers))
    const { body, type } = bodyOf(init.body)
    const signals = [AbortSignal.timeout(ANSWER_MS), ...(init.signal ? [init.signal] : [])]
    const incoming = await network.send({
      method: init.method ?? 'GET',
      url,
      headers: { accept: '*/*', ...(type && { 'content-type': type }), ...headers },
      ...(body !== undefined && { body }),
      signal: AbortSignal.any(signals),
    })
    const { location } = incoming.headers
    if (location && incoming.status >= 300 && incoming.status < 400 && (init.redirect ?? 'follow') !== 'manual') {
      incoming.body.resume()
      if (init.redirect === 'error' || redirects === 0 || (init.method ?? 'GET') !== 'GET')
        throw new Failure(`${url.origin} answers with a redirect, which is not followed here: check the address.`)
      return go(new URL(location, url), init, redirects - 1)
    }
    return responseOf(incoming)
  }
  return (input, init = {}) => {
    if (input instanceof Request) return go(new URL(input.url), { ...input, ...init }, REDIRECTS)
    return go(new URL(input), init, REDIRECTS)
  }
}

function bodyOf(body: RequestInit['body']): { body?: string | Uint8Array; type?: string } {
  if (body === undefined || body === null) return {}
  if (body instanceof URLSearchParams)
    return { body: body.toString(), type: 'application/x-www-form-urlencoded;charset=UTF-8' }
  if (typeof body === 'string') return { body, type: 'text/plain;charset=UTF-8' }
  if (body instanceof Uint8Array) return { body }
  throw new TypeError('Only text, form fields and bytes can be sent')
}

function responseOf({ status, headers, body }: Awaited<ReturnType<Network['send']>>): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((one): [string, string] => [name, one]),
  )
  const empty = status === 204 || status === 205 || status === 304
  if (empty) body.resume()
  // The types of Node's own web streams and of the global ones differ in name alone.
  const stream = empty ? null : (Readable.toWeb(body) as ReadableStream<Uint8Array>)
  return new Response(stream, { status, headers: pairs })
}
