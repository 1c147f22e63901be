import { isIP } from 'node:net'
import { AppError } from '@handrail/core'
import { isLoopbackHost } from '@handrail/core/internal'
import type { FastifyRequest } from 'fastify'

/**
 * Refuses foreign host names: with DNS rebinding, a page under such a name would have the same origin as this instance.
 * @throws AppError `forbidden`
 */
export function requireOwnHost(publicUrl: string): (request: Pick<FastifyRequest, 'hostname'>) => void {
  const own = new URL(publicUrl)
  return ({ hostname }) => {
    // An IP address cannot be rebound. A proxy on the same machine often sends its own address.
    const known = hostname === own.hostname || isLoopbackHost(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) > 0
    if (known) return
    throw new AppError(
      'forbidden',
      `This instance answers at ${publicUrl}, not at ${hostname}. Its operator sets that address; a proxy must pass Host on`,
      { reason: 'another_host' },
    )
  }
}
