import type { Transporter } from 'nodemailer'
import { AppError } from '../errors.ts'
import { isLoopbackHost } from '../loopback.ts'

/** How an instance sends mail. */
export interface MailOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the start. */
  url: string
  /** Who it is from: `Handrail <no-reply@example.com>`. */
  from: string
}

export interface Message {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /**
   * Sends what `compose` gives, if anything, in the background: nobody waits for it, so how long an answer takes tells
   * nothing of whether there was something to send.
   */
  post(compose: () => Promise<Message | undefined>): void
  /** Waits for what is under way. */
  close(): Promise<void>
}

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000

export function createMailer(options: MailOptions, onError: (error: unknown) => void): Mailer {
  const underWay = new Set<Promise<void>>()

  async function send(compose: () => Promise<Message | undefined>): Promise<void> {
    const message = await compose()
    if (!message) return
    const transport = await open(options)
    await transport.sendMail({ from: options.from, ...message }).catch((error) => {
      throw unsent(error)
    })
  }

  return {
    post(compose) {
      const sending = send(compose)
        .catch(onError)
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    async close() {
      await Promise.all(underWay)
    },
  }
}

/** Signs in at the mail server and sends nothing. @throws AppError `unavailable` with what is wrong */
export async function verifyMail(options: MailOptions): Promise<void> {
  const transport = await open(options)
  await transport.verify().catch((error) => {
    throw unsent(error)
  })
}

/** Loaded with the first mail: most instances send none. */
async function open({ url }: MailOptions): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'smtps:'
  return createTransport({
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // A password goes over the network encrypted or not at all.
    requireTLS: username !== '' && !isLoopbackHost(host),
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** By its codes alone: what a mail server says can repeat the address or the message. */
function unsent(error: unknown): AppError {
  const codes = ['code', 'responseCode'].flatMap((name) => {
    const value = error instanceof Error ? Reflect.get(error, name) : undefined
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })
  const why = codes.length > 0 ? ` (${codes.join(', ')})` : ''
  return new AppError('unavailable', `The mail server did not take a message${why}. Check SMTP_URL and MAIL_FROM`)
}
