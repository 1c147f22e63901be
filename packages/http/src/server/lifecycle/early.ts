import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type ListenOptions, type Server as NetServer } from 'node:net'
import { AppError } from '@handrail/core'
import { errorBody, JSON_TYPE, RETRY_SECONDS } from '../errors.ts'
import { serverOf } from '../options.ts'
import { requestIdOf } from '../request-id.ts'

/** Connections that wait to be accepted, if the system allows as many: beyond them, a client tries again after a second. */
const BACKLOG = 4096

/** A server that listens before the app exists and is handed to it, so that no early connection is refused. */
export interface EarlyServer {
  /**
   * @param at where; with `reusePort`, other processes of this user can listen there as well (`SO_REUSEPORT`), and the system
   *   distributes the connections
   * @returns the port. @throws the system's error, `EADDRINUSE`
   */
  listen(at: { host: string; port: number; reusePort?: boolean }): Promise<number>
  /** The reason that `/readyz` reports for waiting. */
  waitsFor(what: string): void
  /** Registers the app, which gets all requests once `begin` is called. @returns the server */
  taking(handle: RequestListener): Server
  /** Lets the app answer. */
  begin(): void
  /** Resolves once the last response was sent. */
  close(): Promise<void>
}

/** Until it begins, `/healthz` answers 200, `/readyz` 503 with the reason for waiting, and other paths 503. */
export function createEarlyServer(): EarlyServer {
  let waitsFor = 'the service is starting'
  let taken: RequestListener | undefined
  let answer: RequestListener = (request, response) => answerEarly(request, response, waitsFor)
  const server = serverOf((request, response) => answer(request, response))
  const others: NetServer[] = []

  return {
    async listen({ host, port, reusePort = false }) {
      const [first = host, ...more] = host === 'localhost' ? await addressesOf(host) : [host]
      server.listen({ host: first, port, reusePort, backlog: BACKLOG })
      await once(server, 'listening')
      // A TCP server has an address and a port.
      const { port: bound } = server.address() as AddressInfo
      for (const address of more)
        others.push(forwarding(server, { host: address, port: bound, reusePort, backlog: BACKLOG }))
      return bound
    },
    waitsFor(what) {
      waitsFor = what
    },
    taking(handle) {
      taken = handle
      return server
    },
    begin() {
      answer = taken ?? answer
    },
    async close() {
      for (const other of others) other.close()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

async function addressesOf(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** Of a name with several addresses, only the first must be available. */
function forwarding(server: Server, at: ListenOptions): NetServer {
  const other = createServer({ noDelay: true }, (socket) => void server.emit('connection', socket))
  return other.on('error', () => undefined).listen(at)
}

function answerEarly(request: IncomingMessage, response: ServerResponse, waitsFor: string): void {
  const path = request.url?.split('?')[0]
  const request_id = requestIdOf(request)
  // Closing a connection while the client still sends would lose the response.
  request.resume()
  response.setHeader('content-type', JSON_TYPE).setHeader('x-request-id', request_id)
  // Once the service is ready, it tracks the use of connections.
  response.setHeader('cache-control', 'no-store').setHeader('connection', 'close')
  if (path === '/healthz') return void response.end(JSON.stringify({ status: 'ok' }))
  response.statusCode = 503
  response.setHeader('retry-after', RETRY_SECONDS)
  if (path === '/readyz') return void response.end(JSON.stringify({ status: 'waiting', waits_for: waitsFor }))
  const refused = new AppError(
    'unavailable',
    'The service is starting and takes no requests yet. Try again in a moment',
  )
  response.end(errorBody(refused, request_id))
}
