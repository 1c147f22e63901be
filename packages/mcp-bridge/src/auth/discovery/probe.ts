import { BridgeError } from '../../errors/bridge-error.ts'
import { type HttpOptions, sendForHead } from '../http.ts'

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

/**
 * Asks a server without a token, for the challenge that says where to sign in.
 * @returns undefined where it has none, or answers everyone
 * @throws BridgeError where there is no MCP server
 */
export async function probe(http: HttpOptions, url: URL): Promise<string | undefined> {
  const { status, headers } = await sendForHead(http, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: PING,
  })
  if (status === 401 || status === 403) return headers.get('www-authenticate') ?? undefined
  if (status >= 500)
    throw new BridgeError('unreachable', `The server ${url.host} is in trouble (HTTP ${status}): try later.`)
  const location = URL.parse(headers.get('location') ?? '', url.href)
  if (status >= 300 && status < 400 && location)
    throw new BridgeError(
      'bad_answer',
      `${url.host} sends you on to ${location.origin}${location.pathname}: use that address.`,
    )
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false
  if (status === 404 || status === 405 || isPage)
    throw new BridgeError(
      'bad_answer',
      `There is no MCP server at ${url.origin}${url.pathname} (HTTP ${status}): check the path, which often ends in /mcp.`,
    )
  return undefined
}
