import type { JsonObject } from '../../json.ts'
import type { RequestContext } from '../../protocol/request-context.ts'
import { LEGACY } from '../../protocol/revisions.ts'
import { type Identity, identityOf } from '../../protocol/server-identity.ts'
import type { ServerClient, ServerListener } from '../client.ts'
import { resultOf } from '../http/responses.ts'
import type { SendRequest } from '../http/sender.ts'
import { isTimeOut } from '../legacy/faults.ts'
import { openServerRequests } from '../legacy/server-requests.ts'
import { withTimeLimit } from '../time-limit.ts'
import { connectSse, type SseConnection } from './connection.ts'

interface Session {
  connection: SseConnection
  identity: Identity
}

/** Speaks HTTP+SSE, the transport of 2024-11-05: one stream for all answers, begun anew when it has ended. */
export function openSseClient(send: SendRequest, url: URL, listener: ServerListener): ServerClient {
  let lastId = 0
  let beginning: Promise<Session> | undefined
  let subscribed: readonly string[] = []
  const contexts = new Set<RequestContext>()
  const requests = openServerRequests()

  /** Messages of a request, such as its progress, arrive on the same stream as all others. */
  const latest = () => [...contexts].at(-1)

  async function begin({ host, signal, timeoutMs }: RequestContext): Promise<Session> {
    const connection: SseConnection = await connectSse(
      send,
      url,
      requests.listener(
        (...question) => (latest()?.ask ?? listener.request)(...question),
        (method, params) => {
          const isOfRequest = method === 'notifications/progress' || method === 'notifications/message'
          const context = isOfRequest ? latest() : undefined
          if (context) context.notify(method, params)
          else listener.notification(method, params)
        },
        (answer) => connection.post(answer),
      ),
    )
    void connection.ended.then(() => {
      beginning = undefined
    })
    const identity = await initialize(connection, ++lastId, { host, signal, timeoutMs })
    for (const uri of subscribed)
      await connection.post({ jsonrpc: '2.0', id: ++lastId, method: 'resources/subscribe', params: { uri } })
    return { connection, identity }
  }

  function ready(context: RequestContext): Promise<Session> {
    beginning ??= begin({ ...context, signal: new AbortController().signal }).catch((error: unknown) => {
      beginning = undefined
      throw error
    })
    return beginning
  }

  async function request(method: string, params: JsonObject, context: RequestContext): Promise<JsonObject> {
    const { connection } = await ready(context)
    const id = ++lastId
    contexts.add(context)
    try {
      return await withTimeLimit(context.timeoutMs, context.signal, async (signal) =>
        resultOf(await connection.request({ jsonrpc: '2.0', id, method, params }, signal)),
      )
    } catch (error) {
      if (context.signal.aborted || isTimeOut(error))
        void connection
          .post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })
          .catch(() => undefined)
      throw error
    } finally {
      contexts.delete(context)
    }
  }

  return {
    era: 'legacy',
    transport: 'sse',
    identify: async (context) => (await ready(context)).identity,
    request,
    notify: async (method, params) => {
      await (await beginning)?.connection.post({ jsonrpc: '2.0', method, params })
    },
    subscribe: ({ resourceSubscriptions = [] }) => {
      subscribed = resourceSubscriptions
    },
    close: async () => {
      const session = await beginning?.catch(() => undefined)
      session?.connection.close()
    },
  }
}

async function initialize(
  connection: SseConnection,
  id: number,
  { host, signal, timeoutMs }: Pick<RequestContext, 'host' | 'signal' | 'timeoutMs'>,
): Promise<Identity> {
  const params = { protocolVersion: LEGACY.at(-1), capabilities: host.capabilities, clientInfo: host.client }
  const { serverInfo, capabilities, instructions } = await withTimeLimit(timeoutMs, signal, async (limited) =>
    resultOf(await connection.request({ jsonrpc: '2.0', id, method: 'initialize', params }, limited)),
  )
  await connection.post({ jsonrpc: '2.0', method: 'notifications/initialized' })
  return identityOf({ server: serverInfo, capabilities, instructions })
}
