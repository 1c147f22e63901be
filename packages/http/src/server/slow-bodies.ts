import type { IncomingHttpHeaders } from 'node:http'
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
  /** After which look each must have arrived. */
  const arriving = new Map<FastifyReply, number>()
  let looks = 0
  let looking: NodeJS.Timeout | undefined

  function look(): void {
    looks++
    for (const [reply, last] of arriving) {
      const { raw } = reply.request
      const arrived = raw.complete || raw.destroyed
      if (!arrived && looks <= last) continue
      arriving.delete(reply)
      if (!arrived) cut(reply)
    }
    if (arriving.size > 0) return
    clearInterval(looking)
    looking = undefined
  }

  return {
    begin(reply) {
      const { headers } = reply.request.raw
      if (!hasBody(headers)) return
      if (FILES.test(headers['content-type'] ?? '') && reply.routeOptions.config.takesFiles)
        return watchFile(reply, () => cut(reply))
      arriving.set(reply, looks + BODY_MS / LOOK_MS)
      looking ??= setInterval(look, LOOK_MS).unref()
    },
    end(reply) {
      if (reply.request.raw.complete) arriving.delete(reply)
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
