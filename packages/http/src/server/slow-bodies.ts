import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is sent here may be files: it may take its time as long as something arrives. */
    takesFiles?: boolean
  }
}

const BODY_MS = 15_000
/** Forms with files in them, pieces of files, and files. */
const FILES = /^(?:multipart\/form-data|application\/(?:offset\+)?octet-stream)/
/** How long a sender of files may be silent, and how long a file may take in all. */
const SILENCE_MS = 30_000
const FILE_MS = 3 * 60 * 60 * 1000

/**
 * Cuts off who sends a body too slowly. Node's own limit is one for all requests, and a large file takes longer than anything
 * else may.
 */
export function watchBody({ raw, routeOptions }: FastifyRequest, cut: () => void): void {
  if (raw.headers['transfer-encoding'] === undefined && Number(raw.headers['content-length'] ?? 0) === 0) return
  const isFile = FILES.test(raw.headers['content-type'] ?? '')
  const takesFiles = Boolean(routeOptions.config.takesFiles && isFile)
  const { socket } = raw
  const whole = setTimeout(cut, takesFiles ? FILE_MS : BODY_MS).unref()
  if (takesFiles) socket.setTimeout(SILENCE_MS, cut)
  const arrived = () => {
    clearTimeout(whole)
    if (takesFiles) socket.setTimeout(0).off('timeout', cut)
  }
  raw.once('end', arrived).once('close', arrived)
}
