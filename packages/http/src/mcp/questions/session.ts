import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '@handrail/core/internal'
import { isObject } from '../../body/is-object.ts'
import { FORMER_REVISIONS, REVISION } from '../protocol/protocol.ts'

/** The header of sessions (2025-11-25, Session Management). */
export const SESSION_HEADER = 'mcp-session-id'
/** The revisions before `initialize` was dropped in which a server can ask a person (elicitation). */
const ASKING: readonly unknown[] = ['2025-11-25', '2025-06-18']

/**
 * The session id for the answer to an `initialize`: only for clients that can ask a person. It says just that, for
 * whichever process gets the next request, and is no credential.
 */
export function sessionFor(body: unknown, { sealer }: Context): string | undefined {
  if (!isObject(body) || body.method !== 'initialize' || !isObject(body.params)) return undefined
  const { capabilities, protocolVersion } = body.params
  if (!isObject(capabilities) || !canAsk(capabilities.elicitation)) return undefined
  const known: readonly unknown[] = FORMER_REVISIONS
  // A revision that is not known here is answered with the newest of these.
  if (known.includes(protocolVersion) && !ASKING.includes(protocolVersion)) return undefined
  const name = randomBytes(16).toString('base64url')
  return `${name}.${sealer.sign(signedOf(name))}`
}

/** The session of a request whose client can ask a person and receive an event stream. */
export function sessionOf(headers: IncomingHttpHeaders, { sealer }: Context): string | undefined {
  const id = headers[SESSION_HEADER]
  if (typeof id !== 'string' || headers['mcp-protocol-version'] === REVISION) return undefined
  if (!headers.accept?.includes('text/event-stream')) return undefined
  const [name = '', signature = '', ...rest] = id.split('.')
  return rest.length === 0 && sealer.verify(signedOf(name), signature) ? id : undefined
}

/** Without modes, form mode is meant (2025-11-25, elicitation). */
export function canAsk(elicitation: unknown): boolean {
  return isObject(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined)
}

function signedOf(name: string): string {
  return `mcp session that asks ${name}`
}
