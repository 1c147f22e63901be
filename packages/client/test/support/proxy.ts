import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What happens to a request: an answer of the proxy, or "cut": the server's answer ends early, or "hang": no answer. */
type Fault = { status: number; retryAfter?: string; body?: string } | 'cut' | 'hang'

export interface FaultyProxy {
  url: string
  /** For the next requests, one each. */
  faults: (Fault | undefined)[]
  seen: { method: string; path: string; key: string | undefined; token: string | undefined }[]
  close(): void
}

/** A proxy before the server, in which requests fail as they do on networks. */
export async function startProxy(target: string): Promise<FaultyProxy> {
  const proxy: FaultyProxy = { url: '', faults: [], seen: [], close: () => server.close().closeAllConnections() }
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const key = headers['idempotency-key']
    proxy.seen.push({ method, path, key: key === undefined ? undefined : String(key), token: headers.authorization })
    const body = await buffer(request)
    const fault = proxy.faults.shift()
    if (fault === 'hang') return
    if (typeof fault === 'object') {
      const after = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }
      return void response.writeHead(fault.status, after).end(fault.body ?? '<h1>Bad gateway</h1>')
    }
    const sent = Object.entries(headers).filter(([name]) => !/^(host|connection|content-length)$/.test(name))
    const init = { method, headers: sent.map(([name, value]): [string, string] => [name, String(value)]) }
    const answer = await fetch(target + path, body.length === 0 ? init : { ...init, body: new Uint8Array(body) })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const length = answer.status === 204 ? {} : { 'content-length': bytes.length }
    response.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      'content-encoding': 'identity',
      ...length,
    })
    if (fault === 'cut') return void response.write(bytes.subarray(0, 20), () => request.socket.destroy())
    response.end(bytes)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}
