import { Failure } from '../../errors/failure.ts'
import type { JsonObject } from '../../json.ts'
import type { RequestContext } from '../../protocol/request-context.ts'
import { NEWEST_LEGACY } from '../../protocol/revisions.ts'
import type { ServerClient, ServerListener } from '../client.ts'
import type { SendRequest } from '../http/requests.ts'
import { isBroken, notMcp, readAnswer, resultOf } from '../http/responses.ts'
import { withTimeLimit } from '../time-limit.ts'
import { faultOf, isTimeOut, SessionLost } from './faults.ts'
import { type Session, sessionOf } from './session.ts'
import { converse, keepListening } from './streams.ts'
import { legacyTransport } from './transport.ts'

const CLOSE_MS = 1000
const DEAF = { notification: () => undefined, request: () => undefined }

/** Speaks the revisions that begin with `initialize`: a session, which is begun anew when the server has lost it. */
export function openLegacyClient(send: SendRequest, listener: ServerListener): ServerClient {
  const transport = legacyTransport(send)
  let nextId = 1
  let beginning: Promise<Session> | undefined
  let current: Session | undefined
  let subscribed: readonly string[] = []

  async function begin({ host, signal, timeoutMs }: RequestContext): Promise<Session> {
    const id = nextId++
    const params = { protocolVersion: NEWEST_LEGACY, capabilities: host.capabilities, clientInfo: host.client }
    const session = await withTimeLimit(timeoutMs, signal, async (limited) => {
      const incoming = await transport.post({ jsonrpc: '2.0', id, method: 'initialize', params }, undefined, limited)
      if (incoming.status !== 200) throw await faultOf(incoming)
      const answer = await readAnswer(incoming, id, DEAF)
      limited.throwIfAborted()
      if (isBroken(answer)) throw notMcp(incoming)
      return sessionOf(resultOf(answer), incoming)
    })
    await transport.tell({ jsonrpc: '2.0', method: 'notifications/initialized' }, session)
    current = session
    void keepListening(transport, session, listener)
    await restore(session, host.logLevel)
    return session
  }

  /** Tells a new session what the one before knew. */
  async function restore(session: Session, level: string | undefined): Promise<void> {
    const tell = (method: string, params: JsonObject) =>
      transport.tell({ jsonrpc: '2.0', id: nextId++, method, params }, session)
    if (level !== undefined && session.identity.capabilities.logging) await tell('logging/setLevel', { level })
    for (const uri of subscribed) await tell('resources/subscribe', { uri })
  }

  function ready(context: RequestContext): Promise<Session> {
    beginning ??= begin({ ...context, signal: new AbortController().signal }).catch((error: unknown) => {
      beginning = undefined
      throw error
    })
    return beginning
  }

  async function request(
    method: string,
    params: JsonObject,
    context: RequestContext,
    again = true,
  ): Promise<JsonObject> {
    const session = await ready(context)
    const id = nextId++
    try {
      return resultOf(await converse(transport, { jsonrpc: '2.0', id, method, params }, session, context))
    } catch (error) {
      if (error instanceof SessionLost) return afterLoss(session, method, params, context, again)
      if (context.signal.aborted || isTimeOut(error)) withdraw(id, session)
      throw error
    }
  }

  function withdraw(requestId: number, session: Session) {
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } } as const
    void transport.tell(message, session).catch(() => undefined)
  }

  async function afterLoss(
    session: Session,
    method: string,
    params: JsonObject,
    context: RequestContext,
    again: boolean,
  ) {
    if (current === session) {
      session.end.abort()
      current = undefined
      beginning = undefined
    }
    await ready(context)
    if (again && context.replayable) return request(method, params, context, false)
    throw new Failure('The server had lost the session, and it is begun anew: call again.', { unsent: true })
  }

  return {
    era: 'legacy',
    identify: async (context) => (await ready(context)).identity,
    request,
    notify: async (method, params) => {
      if (current) await transport.tell({ jsonrpc: '2.0', method, params }, current)
    },
    subscribe: ({ resourceSubscriptions = [] }) => {
      subscribed = resourceSubscriptions
    },
    close: async () => {
      const session = current
      current = undefined
      beginning = undefined
      session?.end.abort()
      if (session?.id !== undefined) await transport.end(session, AbortSignal.timeout(CLOSE_MS))
    },
  }
}
