import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@handrail/core'
import { errorBody, JSON_TYPE, RETRY_SECONDS } from '../errors.ts'
import { requestIdOf } from '../request-id.ts'

/** The limit of unanswered requests on one connection. Clients that use pipelining send a few. */
export const MOST_PIPELINED = 100

/** How many requests of one connection are handled at a time: their answers are sent one after the other anyway. */
const AT_ONCE = 8

/** The limit of requests that wait behind others on their connections, of all connections of an address. */
export const MOST_HELD = 1000

/** What a connection has sent. */
interface Sent {
  /** Requests without a whole answer. */
  open: number
  /** Those of them that are not handled yet. */
  held: (() => void)[]
  /** Whether it has sent too much: its further requests are not started. */
  isRefused: boolean
  /** What the connections of its address have sent; undefined for those that are not limited together. */
  tally: Tally | undefined
}

/** What the connections of an address have sent together. */
export interface Tally {
  /** Requests that are not handled yet. */
  held: number
}

// By connection, for the limits of a connection and those of an address.
const sentOn = new WeakMap<Socket, Sent>()
const tallies = new WeakMap<Socket, Tally>()

/** Counts the requests of a connection with those of others. */
export function shareTally(socket: Socket, tally: Tally): void {
  tallies.set(socket, tally)
}

/** Whether a connection waits for a request. */
export function isIdle(socket: Socket): boolean {
  return (sentOn.get(socket)?.open ?? 0) === 0
}

/**
 * Limits pipelined requests on one connection (RFC 9112 section 9.3.2): Node dispatches all requests of one segment at once,
 * possibly thousands, which delays other clients. Only a few are handled at a time. The first request beyond the limit is refused,
 * which ends the connection after the responses before it; later requests are not started.
 */
export function boundPipelining(handle: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    const sent = sentOn.get(socket) ?? begin(socket)
    if (sent.isRefused) return
    sent.open++
    if (sent.open > MOST_PIPELINED || (sent.open > AT_ONCE && (sent.tally?.held ?? 0) >= MOST_HELD)) {
      // Everything after it is refused until the connection has ended.
      sent.isRefused = true
      return refuse(request, response)
    }
    response.once('close', () => {
      sent.open--
      if (socket.destroyed) return
      const next = sent.held.shift()
      if (!next) return
      if (sent.tally) sent.tally.held--
      next()
    })
    if (sent.open <= AT_ONCE) return handle(request, response)
    sent.held.push(() => handle(request, response))
    if (sent.tally) sent.tally.held++
  }
}

function begin(socket: Socket): Sent {
  const tally = tallies.get(socket)
  const sent: Sent = { open: 0, held: [], isRefused: false, tally }
  sentOn.set(socket, sent)
  if (tally)
    socket.once('close', () => {
      tally.held -= sent.held.length
      sent.held = []
    })
  return sent
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const request_id = requestIdOf(request)
  const message = `Too many requests on one connection at a time. Wait for answers: up to ${MOST_PIPELINED} may be under way, of an address up to ${MOST_HELD.toLocaleString('en')} may wait`
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
