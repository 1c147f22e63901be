import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts files, which have no fixed time limit as long as data arrives. */
    takesFiles?: boolean
  }
}

const BODY_MS = 15_000
/** A timer for each body would cost more than reading one. */
const LOOK_MS = 500
/** Content types of forms with files, pieces of files, and files. */
const FILES = /^(?:multipart\/form-data|application\/(?:offset\+)?octet-stream)/
/** The longest pause within a file, and the longest time for a whole file. */
const SILENCE_MS = 30_000
const FILE_MS = 3 * 60 * 60 * 1000

/** A body that is arriving on a connection. */
interface Arrival {
  /** The reply whose body is not complete. */
  reply: FastifyReply | undefined
  /** The check by which it must be complete. */
  last: number
}

/** Tracks arriving bodies. */
interface Bodies {
  begin(reply: FastifyReply): void
  end(reply: FastifyReply): void
}

/**
 * Cuts connections that send a body too slowly. Node has one limit for all requests, and a large file takes longer than other
 * requests should.
 */
export function watchBodies(cut: (reply: FastifyReply) => void): Bodies {
  // By connection, on which one body arrives at a time: a map of replies, which changes with each request, would make them
  // survive many garbage collections.
  const arrivals = new Map<Socket, Arrival>()
  let looks = 0
  let looking: NodeJS.Timeout | undefined

  function look(): void {
    looks++
    let isAnyLeft = false
    for (const arrival of arrivals.values()) {
      if (!arrival.reply) continue
      const { reply, last } = arrival
      const { raw } = reply.request
      const hasArrived = raw.complete || raw.destroyed
      if (!hasArrived && looks <= last) {
        isAnyLeft = true
        continue
      }
      arrival.reply = undefined
      if (!hasArrived) cut(reply)
    }
    if (isAnyLeft) return
    clearInterval(looking)
    looking = undefined
  }

  function arrivalOn(socket: Socket): Arrival {
    const known = arrivals.get(socket)
    if (known) return known
    const arrival: Arrival = { reply: undefined, last: 0 }
    arrivals.set(socket, arrival)
    socket.once('close', () => arrivals.delete(socket))
    return arrival
  }

  return {
    begin(reply) {
      const { headers, socket } = reply.request.raw
      if (!hasBody(headers)) return
      if (FILES.test(headers['content-type'] ?? '') && reply.routeOptions.config.takesFiles)
        return watchFile(reply, () => cut(reply))
      const arrival = arrivalOn(socket)
      arrival.reply = reply
      arrival.last = looks + BODY_MS / LOOK_MS
      looking ??= setInterval(look, LOOK_MS).unref()
    },
    end(reply) {
      const { complete, socket } = reply.request.raw
      const arrival = complete ? arrivals.get(socket) : undefined
      if (arrival?.reply === reply) arrival.reply = undefined
    },
  }
}

/** RFC 9112 section 6.3. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Extends the time limit of a file as long as data arrives. */
function watchFile({ request: { raw } }: FastifyReply, cut: () => void): void {
  const { socket } = raw
  const whole = setTimeout(cut, FILE_MS).unref()
  socket.setTimeout(SILENCE_MS, cut)
  const arrived = () => {
    clearTimeout(whole)
    socket.setTimeout(0).off('timeout', cut)
  }
  raw.once('end', arrived).once('close', arrived)
}
