import { BridgeError } from '../../errors/bridge-error.ts'
import { parseObject } from '../../json.ts'
import { type HttpOptions, send, sendForHead } from '../http.ts'

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** The answer of a server to a request without a token. */
export interface Probe {
  /** Whether it asks for one; otherwise it lets everyone in, at least as far as that. */
  asksForToken: boolean
  /** The challenge that says where to sign in. */
  challenge: string | undefined
}

/** Asks a server without a token. @throws BridgeError where there is no MCP server, or none that answers now */
export async function probe(http: HttpOptions, url: URL): Promise<Probe> {
  const request = { method: 'POST', headers: HEADERS, body: PING }
  const { status, headers } = await sendForHead(http, url, request)
  const challenge = headers.get('www-authenticate') ?? undefined
  if (status === 401 || (status === 403 && challenge)) return { asksForToken: true, challenge }
  checkAnswer(url, status, headers)
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  // Only what is said to be JSON ends: a stream may not.
  if (status === 200 && isJson && parseObject((await send(http, url, request)).text)?.jsonrpc !== '2.0')
    throw noServer(url, status)
  return { asksForToken: false, challenge: undefined }
}

function checkAnswer(url: URL, status: number, headers: Headers): void {
  const { host } = url
  if (status === 429) throw unreachable(`${host} refuses further requests for now: try again ${waitIn(headers)}.`)
  if (status >= 500) throw unreachable(`The server ${host} is failing (HTTP ${status}): try later.`)
  if (status === 403)
    throw new BridgeError('bad_answer', `${host} does not allow this (HTTP 403): ask its operator for access.`)
  const location = URL.parse(headers.get('location') ?? '', url.href)
  if (status >= 300 && status < 400 && location)
    throw new BridgeError(
      'bad_answer',
      `${host} sends you on to ${location.origin}${location.pathname}: use that address.`,
    )
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false
  if (status === 404 || status === 405 || isPage) throw noServer(url, status)
}

function waitIn(headers: Headers): string {
  const seconds = headers.get('retry-after')
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? `in ${seconds} s` : 'in a while'
}

function unreachable(sentence: string): BridgeError {
  return new BridgeError('unreachable', sentence)
}

function noServer({ origin, pathname }: URL, status: number): BridgeError {
  return new BridgeError(
    'bad_answer',
    `There is no MCP server at ${origin}${pathname} (HTTP ${status}): check the path, which often ends in /mcp.`,
  )
}
