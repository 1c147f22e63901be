import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@handrail/core'
import { errorBody, JSON_TYPE, RETRY_SECONDS } from './errors.ts'
import { requestIdOf } from './request-id.ts'

/** The limit of unanswered requests on one connection. Clients that use pipelining send a few. */
export const MOST_PIPELINED = 100

/**
 * Limits pipelined requests on one connection (RFC 9112 section 9.3.2): Node dispatches all requests of one segment at once,
 * possibly thousands, which delays other clients. The first request beyond the limit is refused, which ends the connection
 * after the responses before it; later requests are not started.
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
      // After one refusal, everything is refused until the connection has ended.
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

/** Discards further data of a connection: parsing it would cost a hundred times as much as reading it. */
function leaveUnparsed(socket: Socket): void {
  socket.removeAllListeners('data')
  // A listener of our own detaches the connection from Node's parser, which otherwise reads without events.
  socket.on('data', () => undefined)
}
