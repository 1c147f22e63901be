import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What is between a program and its PostgreSQL, and breaks once. */
export interface Proxy {
  url: string
  /** The next statement with these words is handed on, and its answer is not: the connection breaks. */
  cutAt(words: string): void
  /** The next statement with these words is not handed on: the connection breaks. */
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
      // A connection that breaks is what this is about.
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
