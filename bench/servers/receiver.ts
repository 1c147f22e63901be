// Receives deliveries in a separate process: `/hangs` never answers, `/slow` answers after 14 seconds, other paths
// immediately. Sends its parent its address, and every 50 ms the number of deliveries and the arrival times of those
// about organisations.
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
