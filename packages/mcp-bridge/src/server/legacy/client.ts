import { Failure } from '../../errors/failure.ts'
import type { JsonObject } from '../../json.ts'
import type { RequestContext } from '../../protocol/request-context.ts'
import type { ServerClient, ServerListener } from '../client.ts'
import { resultOf } from '../http/responses.ts'
import type { SendRequest } from '../http/sender.ts'
import { isTimeOut, SessionLost } from './faults.ts'
import type { Session } from './session.ts'
import { openSessions } from './sessions.ts'
import { converse } from './streams.ts'
import { legacyTransport } from './transport.ts'

const CLOSE_MS = 1000

/** Speaks the revisions that begin with `initialize`. */
export function openLegacyClient(send: SendRequest, listener: ServerListener): ServerClient {
  const transport = legacyTransport(send)
  let lastId = 0
  const nextId = () => ++lastId
  const sessions = openSessions(transport, listener, nextId)

  async function request(
    method: string,
    params: JsonObject,
    context: RequestContext,
    again = true,
  ): Promise<JsonObject> {
    const session = await sessions.ready(context)
    const id = nextId()
    try {
      return resultOf(await converse(transport, { jsonrpc: '2.0', id, method, params }, session, context))
    } catch (error) {
      if (error instanceof SessionLost) {
        sessions.lose(session)
        return afterLoss(error, method, params, context, again)
      }
      if (context.signal.aborted || isTimeOut(error)) withdraw(id, session)
      throw error
    }
  }

  function withdraw(requestId: number, session: Session) {
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } } as const
    void transport.tell(message, session).catch(() => undefined)
  }

  async function afterLoss(
    { isUnsent }: SessionLost,
    method: string,
    params: JsonObject,
    context: RequestContext,
    again: boolean,
  ) {
    await sessions.ready(context)
    if (again && (isUnsent || context.replayable)) return request(method, params, context, false)
    throw new Failure('The server had lost the session, and a new one has begun: call again.', { unsent: true })
  }

  return {
    era: 'legacy',
    transport: 'http',
    identify: async (context) => (await sessions.ready(context)).identity,
    request,
    notify: async (method, params) => {
      const session = sessions.current()
      if (session) await transport.tell({ jsonrpc: '2.0', method, params }, session)
    },
    subscribe: ({ resourceSubscriptions = [] }) => sessions.subscribe(resourceSubscriptions),
    close: async () => {
      const session = sessions.current()
      if (!session) return
      sessions.lose(session)
      if (session.id !== undefined) await transport.end(session, AbortSignal.timeout(CLOSE_MS))
    },
  }
}
