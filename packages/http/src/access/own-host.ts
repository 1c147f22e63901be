import { isIP } from 'node:net'
import { AppError, isLoopbackHost } from '@handrail/core'
import type { FastifyRequest } from 'fastify'

/**
 * Refuses host names that are not ours: a page whose name was made to lead to this machine (DNS rebinding) would have the
 * same origin as we do.
 * @throws AppError `forbidden`
 */
export function requireOwnHost(publicUrl: string): (request: Pick<FastifyRequest, 'hostname'>) => void {
  const own = new URL(publicUrl)
  return ({ hostname }) => {
    // An IP address cannot have been rebound. A proxy on the same machine often sends its own address.
    const known = hostname === own.hostname || isLoopbackHost(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) > 0
    if (known) return
    throw new AppError(
      'forbidden',
      `This instance answers at ${publicUrl}, not at ${hostname}. Its operator sets that address; a proxy must pass Host on`,
      { reason: 'another_host' },
    )
  }
}
