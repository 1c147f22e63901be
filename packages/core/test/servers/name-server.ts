import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

const ADDRESS_RECORD = 1
const NO_SUCH_NAME = 3

export interface NameServer {
  /** `address:port` */
  address: string
  /** The names of unanswered queries. */
  unanswered: string[]
  close(): void
}

/**
 * A name server on this machine (RFC 1035 section 4): it resolves some names to IPv4 addresses, ignores names that
 * begin with `silent`, and returns NXDOMAIN for all others.
 */
export async function startNameServer(addresses: Readonly<Record<string, string>>): Promise<NameServer> {
  const socket = createSocket('udp4')
  const unanswered: string[] = []
  socket.on('message', (query, from) => {
    const { name, end } = nameIn(query)
    if (name.startsWith('silent')) return void unanswered.push(name)
    const address = addresses[name]
    const isAnswered = address !== undefined && query.readUInt16BE(end) === ADDRESS_RECORD
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | (address === undefined ? NO_SUCH_NAME : 0), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(isAnswered ? 1 : 0, 6)
    const record = [0xc0, 12, 0, ADDRESS_RECORD, 0, 1, 0, 0, 0, 0, 0, 4, ...(address ?? '').split('.').map(Number)]
    const question = query.subarray(12, end + 4)
    socket.send(Buffer.concat([header, question, Buffer.from(isAnswered ? record : [])]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port }: AddressInfo = socket.address()
  return { address: `127.0.0.1:${port}`, unanswered, close: () => void socket.close() }
}

/** The requested name, and its end. */
function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}
