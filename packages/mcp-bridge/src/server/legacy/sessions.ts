import type { JsonObject } from '../../json.ts'
import type { RequestContext } from '../../protocol/request-context.ts'
import { NEWEST_LEGACY } from '../../protocol/revisions.ts'
import type { ServerListener } from '../client.ts'
import { isBroken, notMcp, readAnswer, resultOf } from '../http/responses.ts'
import { withTimeLimit } from '../time-limit.ts'
import { faultOf } from './faults.ts'
import { type Session, sessionOf } from './session.ts'
import { keepListening } from './streams.ts'
import type { LegacyTransport } from './transport.ts'

/** The one session with a server, begun with the first request, and again when the server has lost it. */
export interface Sessions {
  /** The session, begun where there is none; one `initialize` for all who wait. */
  ready(context: RequestContext): Promise<Session>
  current(): Session | undefined
  /** The server has forgotten this session. */
  lose(session: Session): void
  /** Resources that every session subscribes to. */
  subscribe(uris: readonly string[]): void
}

const DEAF = { notification: () => undefined, request: () => undefined }

export function openSessions(transport: LegacyTransport, listener: ServerListener, nextId: () => number): Sessions {
  let beginning: Promise<Session> | undefined
  let current: Session | undefined
  let subscribed: readonly string[] = []

  async function begin(context: RequestContext): Promise<Session> {
    const session = await initialize(transport, nextId(), context)
    await transport.tell({ jsonrpc: '2.0', method: 'notifications/initialized' }, session)
    current = session
    void keepListening(transport, session, listener)
    await restore(session, context.host.logLevel)
    return session
  }

  /** Tells a new session what the previous one knew. */
  async function restore(session: Session, level: string | undefined): Promise<void> {
    const tell = (method: string, params: JsonObject) =>
      transport.tell({ jsonrpc: '2.0', id: nextId(), method, params }, session)
    if (level !== undefined && session.identity.capabilities.logging) await tell('logging/setLevel', { level })
    for (const uri of subscribed) await tell('resources/subscribe', { uri })
  }

  return {
    current: () => current,
    ready(context) {
      beginning ??= begin({ ...context, signal: new AbortController().signal }).catch((error: unknown) => {
        beginning = undefined
        throw error
      })
      return beginning
    },
    lose(session) {
      if (current !== session) return
      session.end.abort()
      current = undefined
      beginning = undefined
    },
    subscribe: (uris) => {
      subscribed = uris
    },
  }
}

function initialize(
  transport: LegacyTransport,
  id: number,
  { host, signal, timeoutMs }: RequestContext,
): Promise<Session> {
  const params = { protocolVersion: NEWEST_LEGACY, capabilities: host.capabilities, clientInfo: host.client }
  return withTimeLimit(timeoutMs, signal, async (limited) => {
    const incoming = await transport.post({ jsonrpc: '2.0', id, method: 'initialize', params }, undefined, limited)
    if (incoming.status !== 200) throw await faultOf(incoming)
    const answer = await readAnswer(incoming, id, DEAF)
    limited.throwIfAborted()
    if (isBroken(answer)) throw notMcp(incoming)
    return sessionOf(resultOf(answer), incoming)
  })
}
