import type { Socket } from 'node:net'
import { AppError } from '@handrail/core'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { isNearby } from '../../access/client-address.ts'
import { trustedPeers } from '../../access/trusted-peers.ts'
import type { Logger } from '../log.ts'
import { answerAndClose } from '../raw-answer.ts'
import { boundConnections } from './connections.ts'

/** Connections of one address, unless the operator sets a limit. Browsers open six, servers some dozens. */
const CONNECTIONS_PER_ADDRESS = 256

interface AddressLimit {
  logger: Logger
  trustProxy: FastifyServerOptions['trustProxy'] | undefined
  /** The limit that the operator has set, 0 for none. */
  connectionsPerAddress: number | undefined
  /** Counts a connection that is refused. */
  refused(): void
}

/**
 * Limits the connections of each address but those of declared proxies, over which many come. By default those of private networks
 * are not limited either: a proxy that nobody declared, or the gateway of a container, is one of them.
 */
export function limitAddresses(
  app: FastifyInstance,
  { logger, trustProxy, connectionsPerAddress, refused }: AddressLimit,
): void {
  const most = connectionsPerAddress ?? CONNECTIONS_PER_ADDRESS
  if (most === 0) return
  const isTrusted = trustedPeers(trustProxy)
  boundConnections(app.server, {
    most,
    isExempt: (address) => isTrusted(address) || (connectionsPerAddress === undefined && isNearby(address)),
    refuse(socket) {
      refused()
      refuse(socket, most)
    },
    reached: (address) =>
      logger.warn(
        { address, limit: most },
        `${address} has as many connections as one address can have. If it is a proxy of yours, set HANDRAIL_TRUST_PROXY=${address}; HANDRAIL_CONNECTIONS_PER_ADDRESS is the limit`,
      ),
  })
}

function refuse(socket: Socket, most: number): void {
  socket.on('error', () => undefined)
  // What it sends is not read by anybody.
  socket.resume()
  const message = `Your address has too many open connections. Close some: up to ${most} can be open`
  answerAndClose(socket, 429, new AppError('rate_limited', message))
}
