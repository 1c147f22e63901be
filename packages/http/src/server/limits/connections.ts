import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '@handrail/core/internal'
import { isIdle, shareTally, type Tally } from './pipelining.ts'

interface ConnectionLimit {
  /** Connections that one address can have open. */
  most: number
  /** Whether the connections of an address are not counted, because they are those of many. */
  isExempt(address: string): boolean
  /** Answers a connection that is one too many, and closes it. */
  refuse(socket: Socket): void
  /** Called with the address as it reaches its limit, and not again before its last connection has closed. */
  reached(address: string): void
}

/** An address with its open connections, the oldest first. */
interface Peer extends Tally {
  readonly sockets: Set<Socket>
  isAtLimit: boolean
}

/**
 * Limits the open connections of one address (of IPv6, of a network of 56 bits). A connection beyond the limit takes the place of the
 * oldest one of the same address that waits for a request; if all are in use, it is refused.
 */
export function boundConnections(server: Server, { most, isExempt, refuse, reached }: ConnectionLimit): void {
  const peers = new Map<string, Peer>()
  // Node's own, which begins to read requests.
  const [take] = server.listeners('connection')
  if (!take) throw new Error('The server takes no connections')

  function peerOf(site: string): Peer {
    const known = peers.get(site)
    if (known) return known
    const peer: Peer = { sockets: new Set(), held: 0, isAtLimit: false }
    peers.set(site, peer)
    return peer
  }

  /** @returns whether there is room for one more */
  function makeRoom({ sockets }: Peer): boolean {
    if (sockets.size < most) return true
    for (const socket of sockets)
      if (isIdle(socket)) {
        sockets.delete(socket)
        socket.destroy()
        return true
      }
    return false
  }

  function read(socket: Socket): void {
    take?.call(server, socket)
  }

  function admit(socket: Socket): void {
    const { remoteAddress: address } = socket
    // It has closed already.
    if (address === undefined) socket.destroy()
    else if (isExempt(address)) read(socket)
    else admitOf(address, socket)
  }

  function admitOf(address: string, socket: Socket): void {
    const site = siteOf(address)
    const peer = peerOf(site)
    if (peer.sockets.size >= most && !peer.isAtLimit) {
      peer.isAtLimit = true
      reached(address)
    }
    if (!makeRoom(peer)) {
      refuse(socket)
      return
    }
    peer.sockets.add(socket)
    shareTally(socket, peer)
    socket.once('close', () => {
      peer.sockets.delete(socket)
      if (peer.sockets.size === 0 && peers.get(site) === peer) peers.delete(site)
    })
    read(socket)
  }

  // The listener of the server is typed for all of its events.
  server.off('connection', take as (socket: Socket) => void)
  server.prependListener('connection', admit)
}

/** A provider gives a household or a server up to a network of 56 bits (RIPE-690). */
function siteOf(address: string): string {
  const network = networkOf(address)
  if (!network.includes(':')) return network
  const [last = '0', ...others] = network.split(':').reverse()
  return [...others.reverse(), (Number.parseInt(last, 16) >> 8).toString(16)].join(':')
}
