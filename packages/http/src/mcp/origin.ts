import { isIP } from 'node:net'
import { AppError, isLoopbackHost } from '@handrail/core'
import type { FastifyRequest } from 'fastify'

/**
 * Refuses pages of other sites, and host names that are not ours: a page whose name was made to lead to this machine
 * (DNS rebinding) would have the same origin as we do. The transport's specification demands both.
 * @param origins further origins whose pages may call
 * @throws AppError `forbidden`
 */
export function sameSite(publicUrl: string, origins: readonly string[] = []): (request: FastifyRequest) => void {
  const own = new URL(publicUrl)
  const allowed = new Set([own.origin, ...origins])
  const isLocal = isLoopbackHost(own.hostname)

  return ({ hostname, headers: { origin } }) => {
    // An IP address cannot have been rebound. A proxy on the same machine often sends its own address.
    const known = hostname === own.hostname || isLoopbackHost(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) > 0
    if (!known)
      throw new AppError(
        'forbidden',
        `This instance answers at ${publicUrl}, not at ${hostname}. Its operator sets that address; a proxy must pass Host on`,
      )
    if (origin === undefined || allowed.has(origin)) return
    if (isLocal && isLoopbackHost(URL.parse(origin)?.hostname ?? '')) return
    throw new AppError('forbidden', 'Pages of this origin may not call this endpoint')
  }
}
