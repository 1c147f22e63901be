// Receives mail in a separate process. Sends its parent its address, and every 50 ms the recipients and arrival times.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

let arrivals: [recipient: string, at: number][] = []

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, session, done) {
    stream.resume().on('end', () => {
      for (const { address } of session.envelope.rcptTo) arrivals.push([address, Date.now()])
      done()
    })
  },
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.server.address() as AddressInfo
  process.send?.({ url: `smtp://127.0.0.1:${port}` })
  setInterval(() => {
    process.send?.({ arrivals })
    arrivals = []
  }, 50)
})
