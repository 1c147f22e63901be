import { setTimeout as sleep } from 'node:timers/promises'
import type { SendMailOptions, Transporter } from 'nodemailer'
import { AppError } from '../errors.ts'
import { BLOCKED, type Guard } from '../outbound/guard.ts'
import { isLoopbackHost } from '../outbound/loopback.ts'
import { SECOND_MS } from '../times.ts'
import { EMAIL_ERRORS, type EmailError, type Encryption } from './contract.ts'
import { guardedSocket } from './server/guarded-socket.ts'

/** The mail settings of an instance. */
export interface MailOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the start. */
  url: string
  /** The sender: `Handrail <no-reply@example.com>`. */
  from: string
}

/** The address of a mail server, with the account there. */
export interface ServerAddress {
  host: string
  port: number
  /** `if_offered`: after STARTTLS if the server offers it, and always to send a password. */
  encryption: Encryption | 'if_offered'
  /** Empty for a server without sign-in. */
  username: string
  password: string
  /** The guard of its connections, if the operator has not chosen the server. */
  guard?: Guard
}

/** The address in a URL of the settings. */
export function addressOf(smtpUrl: string): ServerAddress {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isTls = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    encryption: isTls ? 'tls' : 'if_offered',
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
}

/** The result of an attempt to send a mail. */
export interface MailAttempt {
  /** The reason of the failure in a sentence; undefined if the server accepted the mail. */
  error: string | undefined
  /** Whether the rejection is permanent: of the address or the message. */
  isRefused: boolean
  /** Whether the server itself is unavailable. */
  isServerAway: boolean
}

/** @internal */
export interface Transport {
  send(message: SendMailOptions): Promise<MailAttempt>
  /** Signs in without sending. @returns whether the server is available */
  isThere(): Promise<boolean>
  /** Closes idle connections; those under way finish first. */
  retire(): void
  close(): void
}

/** Maximum number of connections: a number that small servers allow. */
export const MAX_CONNECTIONS = 4
const CONNECT_MS = 10 * SECOND_MS
const SILENCE_MS = 20 * SECOND_MS
/** The timeout of a whole attempt; leases are longer. */
const TOTAL_TIMEOUT_MS = 30 * SECOND_MS
const IDLE_MS = 5 * SECOND_MS
/** The timeout of an availability check: together with an attempt, it is shorter than a lease. */
const ASK_MS = 5 * SECOND_MS
const REPORT_EVERY_MS = 60 * SECOND_MS

/** @internal @param onError called occasionally while the server is unavailable; rejected mail is not reported to it */
export function createTransport(address: ServerAddress, onError: (error: unknown) => void): Transport {
  let opening: Promise<Transporter> | undefined
  let asking: Promise<boolean> | undefined
  let toldAt = Number.NEGATIVE_INFINITY

  function reportError(error: AppError): void {
    if (performance.now() - toldAt < REPORT_EVERY_MS) return
    toldAt = performance.now()
    onError(error)
  }

  async function ask(): Promise<boolean> {
    opening ??= open(address)
    const late = sleep(ASK_MS, false, { ref: false })
    const verified = (await opening).verify().then(
      () => true,
      (error) => {
        reportError(unsent(error, address))
        return false
      },
    )
    return Promise.race([verified, late])
  }

  /** Concurrent checks share one result. */
  function isThere(): Promise<boolean> {
    asking ??= ask()
      .catch(() => false)
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  return {
    async send(message) {
      opening ??= open(address)
      const signal = AbortSignal.timeout(TOTAL_TIMEOUT_MS)
      try {
        await sendTo(await opening, { ...message, signal })
        return { error: undefined, isRefused: false, isServerAway: false }
      } catch (error) {
        const { isAboutMail, ...attempt } = attemptOf(error)
        if (!attempt.isRefused) reportError(unsent(error, address))
        // A connection can also break because of the message.
        return { ...attempt, isServerAway: !isAboutMail && !(await isThere()) }
      }
    },
    isThere,
    retire() {
      void opening?.then((transporter) => transporter.close())
    },
    close() {
      void opening?.then((transporter) => transporter.close({ force: true }))
    },
  }
}

/** Some mail servers accept no other sender than their own; then no reports come to the address for replies. */
async function sendTo(transporter: Transporter, { envelope, ...message }: SendMailOptions): Promise<void> {
  if (envelope === undefined) return void (await transporter.sendMail(message))
  try {
    await transporter.sendMail({ ...message, envelope })
  } catch (error) {
    const isSenderRefused =
      /^MAIL FROM/.test(detailOf(error, 'command')) && detailOf(error, 'responseCode').startsWith('5')
    if (!isSenderRefused) throw error
    await transporter.sendMail(message)
  }
}

/** Signs in at the mail server without sending. @throws AppError `unavailable` with the reason */
export async function verifyMail(options: MailOptions): Promise<void> {
  const address = addressOf(options.url)
  const transporter = await open(address)
  await transporter
    .verify()
    .catch((error) => {
      throw unsent(error, address)
    })
    .finally(() => transporter.close({ force: true }))
}

/** Loaded with the first mail: most processes send none. */
async function open({ host, port, encryption, username, password, guard }: ServerAddress): Promise<Transporter> {
  const { createTransport: create } = await import('nodemailer')
  return create({
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    // The queue has its own retry schedule.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    host,
    port,
    secure: encryption === 'tls',
    // A password is only sent over an encrypted connection.
    requireTLS: encryption === 'starttls' || (encryption === 'if_offered' && username !== '' && !isLoopbackHost(host)),
    ignoreTLS: encryption === 'none',
    ...(username !== '' && { auth: { user: username, pass: password } }),
    ...(guard && { getSocket: guardedSocket(guard, { host, port, timeout: CONNECT_MS }) }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The commands whose rejection concerns the mail; an earlier failure concerns the server. */
const ABOUT_MAIL = /^(RCPT TO|DATA)/
const CONTROL = /\p{Cc}+/gu

function attemptOf(error: unknown) {
  const [code, status, command, response] = ['code', 'responseCode', 'command', 'response'].map((name) =>
    detailOf(error, name),
  )
  const isAboutMail = ABOUT_MAIL.test(command ?? '') || (status !== '' && (code === 'EMESSAGE' || code === 'EENVELOPE'))
  const isAboutSender = /^MAIL FROM/.test(command ?? '') && status?.startsWith('5') === true
  if (isAboutSender) {
    const reason = status === '530' ? 'server_wants_sign_in' : 'sender_refused'
    return { error: `${EMAIL_ERRORS[reason]} (${status})`, isRefused: false, isAboutMail }
  }
  if (status === '' || !isAboutMail)
    return { error: `${EMAIL_ERRORS[causeOf(error)]}${codesOf(error)}`, isRefused: false, isAboutMail: false }
  const isRefused = status?.startsWith('5') === true
  // Up to the recipient, the server has not seen the message and cannot repeat it.
  const words = command?.startsWith('RCPT')
    ? `: ${(response ?? '').replace(CONTROL, ' ').slice(0, 300)}`
    : ` (${status})`
  return { error: `${isRefused ? EMAIL_ERRORS.refused : EMAIL_ERRORS.put_off}${words}`, isRefused, isAboutMail }
}

/** What to do about a cause; for the others, the settings. */
const REMEDIES: Partial<Record<EmailError, string>> = {
  server_untrusted: 'Name a file with the certificate of its authority in NODE_EXTRA_CA_CERTS',
  server_expired: 'Renew the certificate on the mail server',
  server_misnamed: 'Use the host name of the certificate in SMTP_URL, or in Settings, E-mail',
  server_closed: 'Check the host and the port in SMTP_URL, or in Settings, E-mail, and whether a firewall is between',
  server_silent: 'Check the host and the port in SMTP_URL, or in Settings, E-mail, and whether a firewall is between',
}

/** Names the server. Of its reply only the codes are reported: it can repeat the address or the message. */
function unsent(error: unknown, { host, port }: ServerAddress): AppError {
  const cause = causeOf(error)
  const says = ABOUT_MAIL.test(detailOf(error, 'command'))
    ? 'The mail server did not accept a message'
    : EMAIL_ERRORS[cause]
  const what = says.replace('The mail server', `The mail server ${host}:${port}`)
  const remedy = REMEDIES[cause] ?? 'Check SMTP_URL and MAIL_FROM, or Settings, E-mail'
  return new AppError('unavailable', `${what}${codesOf(error)}. ${remedy}`)
}

/** The reasons why a server cannot be used, by the codes of Node.js and of nodemailer. */
const CAUSES: Readonly<Record<string, EmailError>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'server_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'server_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'server_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'server_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'server_untrusted',
  CERT_HAS_EXPIRED: 'server_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'server_misnamed',
  ENOTFOUND: 'server_not_found',
  EDNS: 'server_not_found',
  ECONNREFUSED: 'server_closed',
  ETIMEDOUT: 'server_silent',
  ETLS: 'server_unencrypted',
  ERR_SSL_WRONG_VERSION_NUMBER: 'server_unencrypted',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'server_unencrypted',
  EAUTH: 'server_sign_in',
  ENOAUTH: 'server_wants_sign_in',
  [BLOCKED]: 'server_forbidden',
}

function causeOf(error: unknown): EmailError {
  const codes = ['originalCode', 'code'].map((name) => detailOf(error, name))
  return codes.map((code) => CAUSES[code]).find((cause) => cause !== undefined) ?? 'server_away'
}

function codesOf(error: unknown): string {
  const codes = ['code', 'originalCode', 'responseCode']
    .map((name) => detailOf(error, name))
    .filter((code) => code !== '')
  return codes.length > 0 ? ` (${codes.join(', ')})` : ''
}

function detailOf(error: unknown, name: string): string {
  const value = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
