import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy in front of PostgreSQL that breaks the connection once. */
export interface Proxy {
  url: string
  /** Forwards the next statement with these words, and breaks the connection before its response. */
  cutAt(words: string): void
  /** Breaks the connection before the next statement with these words. */
  cutBefore(words: string): void
  close(): Promise<void>
}

export async function startProxy(address: string): Promise<Proxy> {
  const url = new URL(address)
  let cut: { words: string; handsOn: boolean } | undefined
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(url.port), url.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      // Broken connections are expected.
      socket.on('error', () => undefined)
      socket.on('close', () => void sockets.delete(socket))
    }
    upstream.pipe(client)
    client.on('data', (bytes) => {
      const found = cut !== undefined && bytes.includes(cut.words) ? cut : undefined
      if (!found) return void upstream.write(bytes)
      cut = undefined
      upstream.unpipe(client)
      client.destroy()
      if (found.handsOn) upstream.end(bytes)
      else upstream.destroy()
    })
    client.on('close', () => void upstream.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const key = new URL(address)
  key.hostname = '127.0.0.1'
  key.port = String((server.address() as AddressInfo).port)
  return {
    url: key.href,
    cutAt(words) {
      cut = { words, handsOn: true }
    },
    cutBefore(words) {
      cut = { words, handsOn: false }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
