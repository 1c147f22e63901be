import type { FastifyRequest } from 'fastify'
import { hasBody } from './slow-bodies.ts'

/** What may still arrive of a body whose request was answered, so that whoever is sending it gets to read the answer. */
const MOST_BYTES = 16 * 1024 * 1024
const MOST_MS = 2000

/** Ends a connection on which the rest of a refused body goes on arriving: nobody reads it. */
export function cutUnread({ raw }: FastifyRequest): void {
  if (!hasBody(raw.headers) || raw.complete || raw.destroyed) return
  const cut = () => raw.destroy()
  const timer = setTimeout(cut, MOST_MS).unref()
  let left = MOST_BYTES
  // Of the connection: what Node drops itself is told of nowhere else.
  raw.socket.on('data', ({ length }: Buffer) => {
    left -= length
    if (left < 0) cut()
  })
  raw.once('close', () => clearTimeout(timer))
}
