import { isIPv6 } from 'node:net'
import type { Context } from '../../context.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { isFreePort } from '../../outbound/guard.ts'
import { isLoopbackHost } from '../../outbound/loopback.ts'
import { type GivenServer, MAIL_PORTS } from './mail-server.ts'

/**
 * A server that may be connected to, with its host as URLs have it. The rules are those of other connections to an
 * address that somebody else chose; the operator can allow private ranges, or set the server in the environment.
 * @throws AppError `validation_error`
 */
export function requireServer({ guard }: Pick<Context, 'guard'>, given: GivenServer): GivenServer {
  const host = hostOf(given.host)
  if (host === undefined)
    throw validationError({ host: fieldError('invalid', 'is not a host name, such as smtp.example.com') })
  const problem = guard.problemOfHost(host)
  if (problem !== undefined)
    throw validationError({
      host: fieldError('invalid', `${problem}. The operator can set such a mail server with SMTP_URL`),
    })
  if (!MAIL_PORTS.includes(given.port) && !isFreePort(given.port))
    throw validationError({ port: fieldError('invalid', `must be ${MAIL_PORTS.join(', ')}, or one from 1024 on`) })
  if (given.encryption === 'none' && given.username !== '' && !isLoopbackHost(host))
    throw validationError({ encryption: fieldError('invalid', 'is required to send a user name and a password') })
  return { ...given, host }
}

/** The canonical form, such as `127.0.0.1` for `127.1`; undefined for text that is no host. */
function hostOf(text: string): string | undefined {
  const literal = isIPv6(text) ? `[${text}]` : text
  // Parts of an address that are no host.
  if (/[\s/@?#\\]/.test(literal) || (literal.includes(':') && !literal.startsWith('['))) return undefined
  return URL.parse(`http://${literal}/`)?.hostname.replace(/^\[|\]$/g, '')
}
