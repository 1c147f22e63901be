import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

/** A received mail, parsed by an independent library. */
interface Arrived extends Email {
  /** The recipients of the envelope. */
  recipients: string[]
  raw: string
}

export interface MailServer {
  url: string
  arrived: Arrived[]
  /** The senders of their envelopes. */
  senders: string[]
  /** Number of attempts of any kind. */
  tried: number
  /** Maximum number of concurrent connections. */
  busiest: number
  /** The reply to a recipient (only to `only` if set), or to a message: an SMTP status; `cut` breaks the connection in the middle. */
  behaviour: { recipient?: number | undefined; only?: string; message?: number | 'cut' | 'hang' | undefined }
  /** Called with each recipient before the reply. */
  onRecipient?: (address: string) => void
  close(): Promise<void>
}

/** A real SMTP server on this machine. */
export async function startMailServer(port = 0): Promise<MailServer> {
  let busy = 0
  const hanging: (() => void)[] = []
  const mails: Omit<MailServer, 'url' | 'close'> = { arrived: [], senders: [], tried: 0, busiest: 0, behaviour: {} }

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const bytes = await buffer(stream)
    if (mails.behaviour.message === 'hang') await new Promise<void>((resolve) => hanging.push(resolve))
    if (typeof mails.behaviour.message === 'number') throw refusal(mails.behaviour.message, 'No, thank you')
    const recipients = session.envelope.rcptTo.map(({ address }) => address)
    mails.senders.push(session.envelope.mailFrom ? session.envelope.mailFrom.address : '')
    mails.arrived.push({ ...(await PostalMime.parse(bytes)), recipients, raw: bytes.toString('utf8') })
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      mails.tried++
      mails.onRecipient?.(address)
      const { recipient, only = address } = mails.behaviour
      done(recipient === undefined || only !== address ? null : refusal(recipient, `${address} is not here`))
    },
    onData(stream, session, done) {
      if (mails.behaviour.message === 'cut') {
        for (const connection of server.connections) connection._socket.destroy()
        return
      }
      busy++
      mails.busiest = Math.max(mails.busiest, busy)
      take(stream, session)
        .then(() => done(), done)
        .finally(() => busy--)
    },
  })
  // Some tests cut connections.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: chosen } = server.server.address() as AddressInfo
  return Object.assign(mails, {
    url: `smtp://127.0.0.1:${chosen}`,
    close() {
      for (const go of hanging) go()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
