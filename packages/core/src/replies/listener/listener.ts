import type { AddressInfo } from 'node:net'
import type { SMTPServer, SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { MINUTE_MS, SECOND_MS } from '../../times.ts'
import { partsOfAddress } from '../address.ts'
import type { ListenerOptions } from '../options.ts'
import { MAX_MAIL_BYTES } from '../parse/mail.ts'
import type { MailReceipt, Receiver } from '../receive.ts'
import { createConnections } from './connections.ts'
import { createMemory } from './memory.ts'
import { reply } from './reply.ts'

const MAX_CONNECTIONS = 100
const MAX_RECIPIENTS = 10
const MAX_COMMAND = 2048
const UNUSED = ['AUTH', 'VRFY', 'HELP']
const SILENCE_MS = MINUTE_MS
/** A connection ends after this time, whatever it does. */
const SESSION_MS = 10 * MINUTE_MS
const CLOSE_MS = 2 * SECOND_MS
/** Mails that a connection can begin. */
const MAX_MAILS = 100

interface Options extends ListenerOptions {
  /** The reply address without a token. */
  address: string
  receiver: Receiver
  onReceipt(receipt: MailReceipt): void
  onError(error: unknown): void
}

/** A running SMTP server for replies. */
export interface Listener {
  port: number
  close(): Promise<void>
}

/** Starts an SMTP server that accepts mail for reply addresses only. @throws the error of listening */
export async function startListener(options: Options): Promise<Listener> {
  const { host, port } = options
  const { SMTPServer: Server } = await import('smtp-server')
  const server: SMTPServer = new Server({
    ...settingsOf(options),
    ...handlersOf(options, ({ id }) => {
      for (const connection of server.connections) if (connection.id === id) connection.close()
    }),
  })
  // Connections end in all kinds of ways, which is no fault of this service.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  // A server that listens to a port has this kind of address.
  const { port: chosen } = server.server.address() as AddressInfo
  return { port: chosen, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

function settingsOf({ address, tls }: Options): SMTPServerOptions {
  return {
    name: address.slice(address.lastIndexOf('@') + 1),
    banner: 'Replies only',
    size: MAX_MAIL_BYTES,
    authOptional: true,
    disabledCommands: tls ? UNUSED : [...UNUSED, 'STARTTLS'],
    ...tls,
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    maxRecipients: MAX_RECIPIENTS,
    maxCommandLength: MAX_COMMAND,
    maxClients: MAX_CONNECTIONS,
    socketTimeout: SILENCE_MS,
    closeTimeout: CLOSE_MS,
    logger: false,
  }
}

/** @param end closes a connection */
function handlersOf(options: Options, end: (session: SMTPServerSession) => void): SMTPServerOptions {
  const { address, receiver, onReceipt, onError } = options
  const connections = createConnections()
  const memory = createMemory()

  async function requireKnown(recipient: string, session: SMTPServerSession): Promise<void> {
    const parts = partsOfAddress(address, recipient)
    if (parts !== undefined && (await receiver.knows(parts.token).catch(unavailable))) return
    // Whoever tries addresses gets few of them.
    if (connections.countUnknown(session)) setImmediate(() => end(session))
    throw reply(550, 'There is no such address')
  }

  async function take(bytes: Buffer, { envelope }: SMTPServerSession): Promise<string> {
    const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
    const receipts: MailReceipt[] = []
    for (const recipient of envelope.rcptTo) {
      const parts = partsOfAddress(address, recipient.address)
      if (parts) receipts.push(await receiver.receive({ ...parts, bytes, sender }).catch(unavailable))
    }
    for (const receipt of receipts) onReceipt(receipt)
    return answerTo(receipts)
  }

  function unavailable(error: unknown): never {
    onError(error)
    throw reply(451, 'Try again later')
  }

  return {
    onConnect(session, done) {
      if (!connections.open(session)) return done(reply(421, 'Too many connections. Try again later'))
      const timer = setTimeout(() => end(session), SESSION_MS).unref()
      connections.whenClosed(session, () => clearTimeout(timer))
      done()
    },
    onClose: (session) => connections.close(session),
    onMailFrom(_sender, session, done) {
      if (connections.countMail(session) <= MAX_MAILS) return done()
      done(reply(421, 'Too many mails. Use another connection'))
    },
    onRcptTo({ address: recipient }, session, done) {
      requireKnown(recipient, session).then(() => done(), done)
    },
    onData(stream, session, done) {
      memory.holding(stream, (bytes) => take(bytes, session)).then((text) => done(null, text), done)
    },
  }
}

/** The answer for all recipients: the mail is sent again if one of them has to wait. @throws Error for a refusal */
function answerTo(receipts: readonly MailReceipt[]): string {
  const later = receipts.find(({ outcome }) => outcome === 'later')
  if (later) throw reply(451, later.reason)
  const refused = receipts.find(({ outcome }) => outcome === 'refused')
  if (refused && receipts.every(({ outcome }) => outcome === 'refused')) throw reply(550, refused.reason)
  return 'Received'
}
