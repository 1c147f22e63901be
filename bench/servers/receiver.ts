// Receives deliveries in a process of its own: `/hangs` never answers, `/slow` after 14 seconds, everything
// else at once. Tells its parent its
// address, and every 50 ms how many deliveries have arrived, and when those of organisations did.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const SLOW_MS = 14_000

let count = 0
let arrivals: [id: string, at: number][] = []

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    if (request.url === '/hangs') return
    if (request.url?.startsWith('/slow')) return void setTimeout(() => response.writeHead(204).end(), SLOW_MS)
    count++
    const id = /"data":\{"id":"([^"]+)"/.exec(body)?.[1]
    if (id) arrivals.push([id, Date.now()])
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ url: `http://127.0.0.1:${port}` })
  setInterval(() => {
    process.send?.({ count, arrivals })
    arrivals = []
  }, 50)
})
