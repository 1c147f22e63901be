import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '@handrail/core/internal'
import { isObject } from '../../body/is-object.ts'
import { UI_EXTENSION } from '../views/views.ts'
import { FORMER_REVISIONS, REVISION } from './protocol.ts'

/** The header of sessions (2025-11-25, Session Management). */
export const SESSION_HEADER = 'mcp-session-id'
/** The revisions before `initialize` was dropped in which a server can ask a person (elicitation). */
const ASKING: readonly unknown[] = ['2025-11-25', '2025-06-18']

/** What a client can do that later requests depend on: it can ask a person, or show views of tools. */
type Ability = 'asks' | 'shows views'
const SETS: readonly (readonly Ability[])[] = [['asks'], ['shows views'], ['asks', 'shows views']]

/**
 * The session id for the answer to an `initialize`: only for clients that can ask a person or show views. It says just that, for
 * whichever process gets the next request, and is no credential.
 */
export function sessionFor(body: unknown, { sealer }: Context): string | undefined {
  if (!isObject(body) || body.method !== 'initialize' || !isObject(body.params)) return undefined
  const { capabilities, protocolVersion } = body.params
  if (!isObject(capabilities)) return undefined
  const known: readonly unknown[] = FORMER_REVISIONS
  // A revision that is not known here is answered with the newest of these.
  const asks =
    canAsk(capabilities.elicitation) && (ASKING.includes(protocolVersion) || !known.includes(protocolVersion))
  const abilities: Ability[] = [
    ...(asks ? ['asks' as const] : []),
    ...(canShow(capabilities) ? ['shows views' as const] : []),
  ]
  if (abilities.length === 0) return undefined
  const name = randomBytes(16).toString('base64url')
  return `${name}.${sealer.sign(signedOf(name, abilities))}`
}

/** The session of a request whose client can ask a person and receive an event stream. */
export function sessionThatAsks(headers: IncomingHttpHeaders, context: Context): string | undefined {
  if (!headers.accept?.includes('text/event-stream')) return undefined
  const { id, abilities } = sessionOf(headers, context)
  return abilities.includes('asks') ? id : undefined
}

/** Whether the client of a message shows views: as the message says itself in the newest revision, and the session before that. */
export function showsViews(headers: IncomingHttpHeaders, body: unknown, context: Context): boolean {
  if (headers['mcp-protocol-version'] !== REVISION) return sessionOf(headers, context).abilities.includes('shows views')
  const params = isObject(body) ? body.params : undefined
  const meta = isObject(params) ? params._meta : undefined
  return canShow(isObject(meta) ? meta['io.modelcontextprotocol/clientCapabilities'] : undefined)
}

interface Session {
  id: string | undefined
  abilities: readonly Ability[]
}

function sessionOf(headers: IncomingHttpHeaders, { sealer }: Context): Session {
  const id = headers[SESSION_HEADER]
  if (typeof id !== 'string' || headers['mcp-protocol-version'] === REVISION) return NO_SESSION
  const [name = '', signature = '', ...rest] = id.split('.')
  if (rest.length > 0) return NO_SESSION
  const abilities = SETS.find((set) => sealer.verify(signedOf(name, set), signature))
  return abilities === undefined ? NO_SESSION : { id, abilities }
}

const NO_SESSION: Session = { id: undefined, abilities: [] }

/** Without modes, form mode is meant (2025-11-25, elicitation). */
export function canAsk(elicitation: unknown): boolean {
  return isObject(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** Whether capabilities name the extension of views (MCP Apps). */
function canShow(capabilities: unknown): boolean {
  return isObject(capabilities) && isObject(capabilities.extensions) && UI_EXTENSION in capabilities.extensions
}

function signedOf(name: string, abilities: readonly Ability[]): string {
  return `mcp session that ${abilities.join(' and ')} ${name}`
}
