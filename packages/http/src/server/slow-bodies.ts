import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is sent here may be files: it may take its time as long as something arrives. */
    takesFiles?: boolean
  }
}

const BODY_MS = 15_000
/** A timer for each body would cost more than reading one. */
const LOOK_MS = 500
/** Forms with files in them, pieces of files, and files. */
const FILES = /^(?:multipart\/form-data|application\/(?:offset\+)?octet-stream)/
/** How long a sender of files may be silent, and how long a file may take in all. */
const SILENCE_MS = 30_000
const FILE_MS = 3 * 60 * 60 * 1000

/** What arrives on a connection. */
interface Arrival {
  /** Whose body has not been seen to be complete. */
  reply: FastifyReply | undefined
  /** After which look it must be. */
  last: number
}

/** Bodies that are on their way. */
interface Bodies {
  begin(reply: FastifyReply): void
  end(reply: FastifyReply): void
}

/**
 * Cuts off who sends a body too slowly. Node's own limit is one for all requests, and a large file takes longer than anything
 * else may.
 */
export function watchBodies(cut: (reply: FastifyReply) => void): Bodies {
  // By connection, of which one body arrives at a time: replies in a map of their own, into which each request puts one and takes it
  // out again, would outlive many collections.
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

/** A file may take its time as long as something arrives. */
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
