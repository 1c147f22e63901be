import type { FastifyRequest } from 'fastify'
import { hasBody } from './slow-bodies.ts'

/** The rest of an answered request's body that is still read, so that the client gets to read the response. */
const MOST_BYTES = 16 * 1024 * 1024
const MOST_MS = 2000

/** Ends a connection on which the rest of a refused body keeps arriving. */
export function cutUnread({ raw }: FastifyRequest): void {
  if (!hasBody(raw.headers) || raw.complete || raw.destroyed) return
  const cut = () => raw.destroy()
  const timer = setTimeout(cut, MOST_MS).unref()
  let left = MOST_BYTES
  // Counted on the connection: Node reports data that it drops itself nowhere else.
  raw.socket.on('data', ({ length }: Buffer) => {
    left -= length
    if (left < 0) cut()
  })
  raw.once('close', () => clearTimeout(timer))
}
