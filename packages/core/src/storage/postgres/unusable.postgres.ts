import pg from 'pg'
import { AppError } from '../../errors.ts'
import { codeOf, faultOf } from '../unavailable.ts'
import { outOfReach } from './faults.postgres.ts'
import { connectionTo, type Place } from './place.postgres.ts'
import { UnusablePostgres } from './unusable-postgres.ts'

/** The parts of an address that sentences name. */
interface Address {
  host: string
  port: number
  database: string
  user: string
  hasPassword: boolean
}

/** Says in one sentence why a database cannot be used, and what to do. The password is never part of it. */
export function cannotUsePostgres(place: Place, error: unknown): AppError {
  if (error instanceof AppError) return error
  const address = addressOf(place)
  if (!address) return new UnusablePostgres('', messageOf(faultOf(error)), error)
  const { host, port, database } = address
  const at = host.startsWith('/') ? `${host}/.s.PGSQL.${port} (${database})` : `${bracketed(host)}:${port}/${database}`
  return new UnusablePostgres(at, reasonOf(faultOf(error), address), error)
}

/** As the driver reads it, with what it takes from the environment. */
function addressOf(place: Place): Address | undefined {
  try {
    const { host, port, database = '', user = '', password } = new pg.Client(connectionTo(place))
    return { host, port, database, user, hasPassword: Boolean(password) }
  } catch {
    // Unreadable, or it names a certificate that is not there: that is the error.
    return undefined
  }
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function withoutPassword({ user }: Address): string {
  return `it asks for a password, and the address has none for the role ${user}. Add it to the address`
}

/** What the driver says without a code. */
const WITHOUT_CODE: readonly (readonly [RegExp, (address: Address) => string])[] = [
  [
    /unsupported startup parameter/i,
    () =>
      'a pooler such as PgBouncer answers. Name PostgreSQL itself in this address, and the pooler in DATABASE_POOLER_URL',
  ],
  [/password must be a (non-empty )?string/i, withoutPassword],
  [
    /does not support SSL/i,
    () => 'it does not offer TLS, which the address demands. Turn on ssl in PostgreSQL, or remove sslmode and ssl',
  ],
]

const REASONS: readonly (readonly [RegExp, (address: Address) => string])[] = [
  [
    /^ECONNREFUSED/,
    ({ host, port }) =>
      `nothing accepts connections at port ${port} of ${host}. Start PostgreSQL, or correct the address`,
  ],
  [/^(ENOENT|EACCES)/, ({ host }) => `its socket cannot be opened in ${host}. Start PostgreSQL, or correct the folder`],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/,
    () => 'it does not answer. Correct the address, or let the network and its firewalls pass connections to it',
  ],
  [/^ENOTFOUND/, ({ host }) => `there is no host ${host}. Correct the name`],
  [/^EAI_AGAIN/, ({ host }) => `no name server answers for ${host}. Check the network and its name server`],
  [
    /^28P01/,
    (address) =>
      address.hasPassword
        ? `it rejects the password of the role ${address.user}. Correct the user or the password`
        : withoutPassword(address),
  ],
  [/^3D000/, ({ database }) => `the server has no database ${database}. Create it, or correct the name`],
  [/^42501/, ({ user, database }) => `the role ${user} lacks a right. Make it the owner of the database ${database}`],
  [/^53300/, () => 'all connections of the server are taken. Raise max_connections, or close other connections'],
  [/^CERT_HAS_EXPIRED/, () => 'its TLS certificate has expired. Renew it'],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID/,
    ({ host }) => `its TLS certificate is for another host than ${host}. Use the host that the certificate names`,
  ],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF))/,
    () => 'its TLS certificate is not trusted. Add sslrootcert= with the file of its authority to the address',
  ],
]

function reasonOf(fault: unknown, address: Address): string {
  const [code, message] = [codeOf(fault), messageOf(fault)]
  const [, known] =
    REASONS.find(([codes]) => codes.test(code)) ?? WITHOUT_CODE.find(([text]) => text.test(message)) ?? []
  if (known) return `${known(address)} (${code || message})`
  if (outOfReach(fault)) return `it does not answer. Check that PostgreSQL runs, and the network to it (${message})`
  // A refused login, which pg_hba.conf or the role decides.
  if (code.startsWith('28')) return `it refuses the login: ${message}. Correct the address, or allow it in PostgreSQL`
  return message
}

function messageOf(fault: unknown): string {
  return fault instanceof Error && fault.message ? fault.message : String(fault)
}
