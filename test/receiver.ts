import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  url(path?: string): string
  received: Received[]
  /** The most requests that were under way at once, by path. */
  busiest: Map<string, number>
  close(): Promise<void>
}

/** How a receiver answers: by default 204 at once. */
export type Answer = (response: ServerResponse, request: Received) => void

/** A receiver of deliveries on this machine. @param place where it listens: a free port of 127.0.0.1 by default */
export async function startReceiver(
  answer: Answer = (response) => void response.writeHead(204).end(),
  place: { host?: string; port?: number } = {},
): Promise<Receiver> {
  const { host = '127.0.0.1' } = place
  const received: Received[] = []
  const busy = new Map<string, number>()
  const busiest = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    busy.set(path, (busy.get(path) ?? 0) + 1)
    busiest.set(path, Math.max(busiest.get(path) ?? 0, busy.get(path) ?? 0))
    response.once('close', () => busy.set(path, (busy.get(path) ?? 1) - 1))
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const whole = { path, headers: request.headers, body }
      received.push(whole)
      answer(response, whole)
    })
  })
  await new Promise<void>((resolve) => server.listen(place.port ?? 0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path = '/') => `http://${host}:${port}${path}`,
    received,
    busiest,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
