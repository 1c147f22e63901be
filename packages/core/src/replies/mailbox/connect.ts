import type { ImapFlow } from 'imapflow'
import { AppError } from '../../errors.ts'
import { isLoopbackHost } from '../../outbound/loopback.ts'
import { MINUTE_MS, SECOND_MS } from '../../times.ts'
import { MAX_MAIL_BYTES } from '../parse/mail.ts'

const CONNECT_MS = 15 * SECOND_MS
/** A connection that is idle is renewed before the server ends it. */
const IDLE_MS = 4 * MINUTE_MS
const MAX_LITERAL = MAX_MAIL_BYTES + 1024 ** 2
/** The folders for mails that have been read, and for those that cannot be accepted. */
export const READ_FOLDER = 'Handrail'
export const FAILED_FOLDER = 'Handrail failed'

/** Opens a mailbox, `imaps://user:password@mail.example.com/INBOX`. @throws AppError `unavailable` with the reason in words */
export async function openMailbox(url: string): Promise<{ client: ImapFlow }> {
  const { ImapFlow: Client } = await import('imapflow')
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'imaps:'
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX'
  const client = new Client({
    host,
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    // A password is only sent over an encrypted connection.
    ...(!secure && { doSTARTTLS: !isLoopbackHost(host) }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    maxIdleTime: IDLE_MS,
    maxLineLength: 1024 ** 2,
    maxLiteralSize: MAX_LITERAL,
    maxResponseSize: 2 * MAX_LITERAL,
    disableCompression: true,
    logger: false,
  })
  // The error of a command is that of its promise; one between two commands closes the connection.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.mailboxOpen(folder)
  } catch (error) {
    client.close()
    throw new AppError('unavailable', `The mailbox for replies cannot be read: ${reasonOf(error, folder)}`, {
      cause: error,
    })
  }
  return { client }
}

/** Signs in and opens the mailbox, without a change. @throws AppError `unavailable` with the reason in words */
export async function verifyMailbox(url: string): Promise<void> {
  const { client } = await openMailbox(url)
  await client.logout().catch(() => client.close())
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name was not found',
  ECONNREFUSED: 'the server accepts no connections at this port',
  CONNECT_TIMEOUT: 'the server did not reply in time',
  GREETING_TIMEOUT: 'the server did not reply in time',
  UPGRADE_TIMEOUT: 'the server did not reply in time',
  ETIMEOUT: 'the server did not reply in time',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the server is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of the server is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate of the server is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate of the server is not trusted',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for another host name',
}

/** The reason of a failed connection. Replies of the server are not repeated: they can contain the user name. */
function reasonOf(error: unknown, folder: string): string {
  const detail = (name: string) => (error instanceof Error ? Reflect.get(error, name) : undefined)
  if (detail('authenticationFailed') === true) return 'the server rejected the user name or the password'
  const code = String(detail('code') ?? '')
  if (REASONS[code]) return `${REASONS[code]} (${code})`
  if (detail('responseStatus') === 'NO') return `there is no folder ${folder}`
  return code === '' ? 'the connection failed' : `the connection failed (${code})`
}

/** Creates the folders that mails move to, if they are missing. */
export async function createFolders(client: ImapFlow): Promise<void> {
  // The path of a folder can have a prefix, which the client adds.
  const existing = new Set((await client.list()).map(({ name }) => name))
  for (const folder of [READ_FOLDER, FAILED_FOLDER]) if (!existing.has(folder)) await client.mailboxCreate(folder)
}
