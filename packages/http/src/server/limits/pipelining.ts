import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@handrail/core'
import { errorBody, JSON_TYPE, RETRY_SECONDS } from '../errors.ts'
import { requestIdOf } from '../request-id.ts'

/** The limit of unanswered requests on one connection. Clients that use pipelining send a few. */
export const MOST_PIPELINED = 100

/** How many requests of one connection are handled at a time: their answers are sent one after the other anyway. */
const AT_ONCE = 8

/** What a connection has sent. */
interface Sent {
  /** Requests without a whole answer. */
  open: number
  /** Those of them that are not handled yet. */
  held: (() => void)[]
}

/**
 * Limits pipelined requests on one connection (RFC 9112 section 9.3.2): Node dispatches all requests of one segment at once,
 * possibly thousands, which delays other clients. Only a few are handled at a time. The first request beyond the limit is refused,
 * which ends the connection after the responses before it; later requests are not started.
 */
export function boundPipelining(handle: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Sent>()
  return (request, response) => {
    const { socket } = request
    const sent = connections.get(socket) ?? { open: 0, held: [] }
    connections.set(socket, sent)
    sent.open++
    if (sent.open > MOST_PIPELINED) return sent.open === MOST_PIPELINED + 1 ? refuse(request, response) : undefined
    response.once('close', () => {
      // After one refusal, everything is refused until the connection has ended.
      if (sent.open <= MOST_PIPELINED) sent.open--
      if (!socket.destroyed) sent.held.shift()?.()
    })
    if (sent.open <= AT_ONCE) handle(request, response)
    else sent.held.push(() => handle(request, response))
  }
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const request_id = requestIdOf(request)
  const message = `Too many requests on one connection at a time. Wait for answers: up to ${MOST_PIPELINED} may be under way`
  const body = errorBody(new AppError('rate_limited', message), request_id)
  response.setHeader('content-type', JSON_TYPE).setHeader('x-request-id', request_id)
  response.setHeader('cache-control', 'no-store').setHeader('retry-after', RETRY_SECONDS)
  response.writeHead(429, { connection: 'close', 'content-length': Buffer.byteLength(body) }).end(body)
  leaveUnparsed(request.socket)
}

/** Discards further data of a connection: parsing it would cost a hundred times as much as reading it. */
function leaveUnparsed(socket: Socket): void {
  socket.removeAllListeners('data')
  // A listener of our own detaches the connection from Node's parser, which otherwise reads without events.
  socket.on('data', () => undefined)
}
