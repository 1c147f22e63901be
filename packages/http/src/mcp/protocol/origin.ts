import { AppError } from '@handrail/core'
import { isLoopbackHost } from '@handrail/core/internal'
import type { FastifyRequest } from 'fastify'
import { requireOwnHost } from '../../access/own-host.ts'

/**
 * Refuses pages of other sites and foreign host names, as the specification of the transport requires.
 * @param origins further origins whose pages may call
 * @throws AppError `forbidden`
 */
export function sameSite(publicUrl: string, origins: readonly string[] = []): (request: FastifyRequest) => void {
  const own = new URL(publicUrl)
  const allowed = new Set([own.origin, ...origins])
  const isLocal = isLoopbackHost(own.hostname)

  const requireHost = requireOwnHost(publicUrl)

  return (request) => {
    requireHost(request)
    const { origin } = request.headers
    if (origin === undefined || allowed.has(origin)) return
    if (isLocal && isLoopbackHost(URL.parse(origin)?.hostname ?? '')) return
    throw new AppError('forbidden', 'Pages of this origin are not allowed to call this endpoint')
  }
}
