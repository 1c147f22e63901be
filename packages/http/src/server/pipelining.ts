import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@handrail/core'
import { errorBody, JSON_TYPE, RETRY_SECONDS } from './errors.ts'
import { requestIdOf } from './request-id.ts'

/** How many requests of one connection may wait for their answers. Clients that pipeline at all send a few. */
export const MOST_PIPELINED = 100

/**
 * Bounds how many requests one connection can have under way (RFC 9112 section 9.3.2): Node hands on all that arrive in one
 * piece, which may be thousands, and everybody else waits for them. The first beyond the bound is refused, which ends the
 * connection after the answers before it; those behind that one were never begun.
 */
export function boundPipelining(handle: RequestListener): RequestListener {
  const underWay = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const count = (underWay.get(socket) ?? 0) + 1
    underWay.set(socket, count)
    if (count > MOST_PIPELINED) return count === MOST_PIPELINED + 1 ? refuse(request, response) : undefined
    response.once('close', () => {
      const left = underWay.get(socket) ?? 1
      // Who was refused once is refused until the connection has ended.
      if (left <= MOST_PIPELINED) underWay.set(socket, left - 1)
    })
    handle(request, response)
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

/** Throws away what a connection goes on to send: parsing it would cost a hundred times as much as reading it. */
function leaveUnparsed(socket: Socket): void {
  socket.removeAllListeners('data')
  // A listener of our own takes the connection from Node's parser, which otherwise reads by itself, without events.
  socket.on('data', () => undefined)
}
