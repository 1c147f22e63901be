import { BridgeError } from '../../errors/bridge-error.ts'
import { Failure } from '../../errors/failure.ts'
import { type Incoming, readText } from '../../network/network.ts'
import {
  CODE,
  type Fields,
  type Identity,
  identityOf,
  LEGACY,
  type Message,
  NEWEST_LEGACY,
  RpcError,
} from '../../protocol.ts'
import { type Announcements, type Exchange, type Leg, type Subscription, WrongEra } from '../client.ts'
import type { Door } from '../http/requests.ts'
import {
  isBroken,
  isEventStream,
  type Listener,
  LONGEST_ANSWER,
  notMcp,
  parseMessage,
  pause,
  readAnswer,
  readStream,
  resultOf,
} from '../http/responses.ts'
import { withTimeLimit } from '../time-limit.ts'

interface Session {
  id: string | undefined
  version: string
  identity: Identity
  /** Ends the stream of what the server says unasked. */
  end: AbortController
}

const RESUMPTIONS = 5
const DEFAULT_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000
const CLOSE_MS = 1000

/** Speaks the revisions that begin with `initialize`: a session, which is begun anew when the server has lost it. */
export function openLegacyLeg(door: Door, announcements: Announcements): Leg {
  let nextId = 1
  let beginning: Promise<Session> | undefined
  let current: Session | undefined
  let subscribed: readonly string[] = []

  function headersOf(session: Session | undefined): Record<string, string> {
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session && { 'mcp-protocol-version': session.version }),
      ...(session?.id !== undefined && { 'mcp-session-id': session.id }),
    }
  }

  const send = (message: Message, session: Session | undefined, signal?: AbortSignal) =>
    door({ method: 'POST', headers: headersOf(session), body: JSON.stringify(message), ...(signal && { signal }) })

  async function tellServer(message: Message, session: Session): Promise<void> {
    const incoming = await send(message, session)
    incoming.body.destroy()
  }

  /** Hands the server's requests to the host, and its answers back. */
  function listenerFor(session: Session, ask: Exchange['ask'], notification: Listener['notification']): Listener {
    return {
      notification,
      request: ({ id = null, method = '', params = {} }) => {
        const answer = method === 'ping' ? Promise.resolve({}) : ask(method, params)
        void answer
          .then(
            (result): Message => ({ jsonrpc: '2.0', id, result }),
            (error: unknown): Message => ({ jsonrpc: '2.0', id, error: asRpc(error) }),
          )
          .then((message) => tellServer(message, session))
          // Whoever waits for what depends on it gets the fault of the connection.
          .catch(() => undefined)
      },
    }
  }

  async function begin({ host, signal, timeoutMs }: Exchange): Promise<Session> {
    const id = nextId++
    const { client, capabilities } = host
    const params = { protocolVersion: NEWEST_LEGACY, capabilities, clientInfo: client }
    const session = await withTimeLimit(timeoutMs, signal, async (limited) => {
      const incoming = await send({ jsonrpc: '2.0', id, method: 'initialize', params }, undefined, limited)
      if (incoming.status !== 200) throw await faultOf(incoming)
      const answer = await readAnswer(incoming, id, { notification: () => undefined, request: () => undefined })
      limited.throwIfAborted()
      if (isBroken(answer)) throw notMcp(incoming)
      return sessionOf(resultOf(answer), incoming)
    })
    await tellServer({ jsonrpc: '2.0', method: 'notifications/initialized' }, session)
    current = session
    void keepListening(session)
    if (host.logLevel !== undefined && session.identity.capabilities.logging)
      await tellServer(
        { jsonrpc: '2.0', id: nextId++, method: 'logging/setLevel', params: { level: host.logLevel } },
        session,
      )
    for (const uri of subscribed)
      await tellServer({ jsonrpc: '2.0', id: nextId++, method: 'resources/subscribe', params: { uri } }, session)
    return session
  }

  function ready(exchange: Exchange): Promise<Session> {
    beginning ??= begin({ ...exchange, signal: new AbortController().signal }).catch((error: unknown) => {
      beginning = undefined
      throw error
    })
    return beginning
  }

  /** Reads what the server says unasked, for as long as the session lives and the server has such a stream. */
  async function keepListening(session: Session): Promise<void> {
    const { signal } = session.end
    let lastId: string | undefined
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        const incoming = await openStream(session, lastId, signal)
        if (incoming.status !== 200 || !isEventStream(incoming)) return void incoming.body.destroy()
        const listener = listenerFor(session, announcements.ask, announcements.notification)
        const ended = await readStream(incoming, listener)
        lastId = ended.lastId ?? lastId
        if (ended.lastId !== undefined) failures = 0
        await pause(ended.retryMs ?? wait(failures), signal)
      } catch {
        // Calls say what is wrong; this only listens, and tries again.
        await pause(wait(failures), signal).catch(() => undefined)
      }
    }
  }

  function openStream(session: Session, lastId: string | undefined, signal: AbortSignal): Promise<Incoming> {
    const { 'content-type': _, ...headers } = headersOf(session)
    const resumed = lastId === undefined ? {} : { 'last-event-id': lastId }
    return door({ method: 'GET', headers: { ...headers, accept: 'text/event-stream', ...resumed }, signal })
  }

  /** Sends a request and reads to its answer, taking a stream up again where it ended too early. */
  async function converse(message: Message & { id: number }, session: Session, exchange: Exchange): Promise<Message> {
    return withTimeLimit(exchange.timeoutMs, exchange.signal, async (signal) => {
      let incoming = await send(message, session, signal)
      if (incoming.status !== 200) throw await faultOf(incoming, session)
      const listener = listenerFor(session, exchange.ask, exchange.notify)
      let lastId: string | undefined
      for (let resumption = 0; resumption <= RESUMPTIONS; resumption++) {
        const answer = await readAnswer(incoming, message.id, listener)
        signal.throwIfAborted()
        if (!isBroken(answer)) return answer
        lastId = answer.lastId ?? lastId
        if (lastId === undefined) break
        await pause(answer.retryMs ?? DEFAULT_RETRY_MS, signal)
        incoming = await openStream(session, lastId, signal)
        if (incoming.status !== 200) break
      }
      throw new Failure('The connection broke before the answer was there: look what happened before calling again.', {
        retryAfterMs: 0,
      })
    })
  }

  async function request(method: string, params: Fields, exchange: Exchange, again = true): Promise<Fields> {
    const session = await ready(exchange)
    const id = nextId++
    try {
      return resultOf(await converse({ jsonrpc: '2.0', id, method, params }, session, exchange))
    } catch (error) {
      if (error instanceof SessionLost) return afterLoss(session, method, params, exchange, again)
      if (exchange.signal.aborted || isTimeOut(error))
        void tellServer(
          { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } },
          session,
        ).catch(() => undefined)
      throw error
    }
  }

  async function afterLoss(session: Session, method: string, params: Fields, exchange: Exchange, again: boolean) {
    if (current === session) {
      session.end.abort()
      current = undefined
      beginning = undefined
    }
    await ready(exchange)
    if (again && exchange.replayable) return request(method, params, exchange, false)
    throw new Failure('The server had lost the session, and it is begun anew: call again.', { unsent: true })
  }

  return {
    era: 'legacy',
    identify: async (exchange) => (await ready(exchange)).identity,
    request,
    notify: async (method, params) => {
      if (current) await tellServer({ jsonrpc: '2.0', method, params }, current)
    },
    subscribe: ({ resourceSubscriptions = [] }: Subscription) => {
      subscribed = resourceSubscriptions
    },
    close: async () => {
      const session = current
      current = undefined
      beginning = undefined
      if (!session) return
      session.end.abort()
      if (session.id === undefined) return
      const signal = AbortSignal.timeout(CLOSE_MS)
      const incoming = await door({ method: 'DELETE', headers: headersOf(session), signal })
      incoming.body.destroy()
    },
  }
}

class SessionLost extends Error {
  override readonly name = 'SessionLost'
}

async function faultOf(incoming: Incoming, session?: Session): Promise<Error> {
  const { status } = incoming
  const message = parseMessage(await readText(incoming, LONGEST_ANSWER).catch(() => ''))
  const aboutSession = status === 404 || (status === 400 && /session/i.test(message?.error?.message ?? ''))
  if (session?.id !== undefined && aboutSession) return new SessionLost()
  if (!session && status < 500) {
    const refused = message?.error && `The server refuses to begin a session: ${message.error.message}`
    return new WrongEra(refused ?? notMcp(incoming).message)
  }
  // The codes of 2026-07-28: the server has become one of that era.
  const { code = 0 } = message?.error ?? {}
  if (code <= CODE.headerMismatch && code >= CODE.unsupportedVersion) return new WrongEra()
  if (message?.error) return new RpcError(message.error.code, String(message.error.message), message.error.data)
  if (status >= 500)
    return new Failure(`The server has a fault of its own (${status}): call again later, or tell whoever runs it.`)
  return new WrongEra(notMcp(incoming).message)
}

function sessionOf(result: Fields, { headers }: Incoming): Session {
  const { protocolVersion, serverInfo, capabilities, instructions } = result
  const versions: readonly unknown[] = LEGACY
  if (!versions.includes(protocolVersion)) {
    // Servers that know only a newer revision may answer with its number.
    throw typeof protocolVersion === 'string' && protocolVersion > NEWEST_LEGACY
      ? new WrongEra()
      : new Failure('The server speaks no revision of MCP that mcp-bridge knows: look for a newer mcp-bridge.')
  }
  const id = headers['mcp-session-id']
  const identity = identityOf({ server: serverInfo, capabilities, instructions })
  return {
    id: typeof id === 'string' ? id : undefined,
    version: String(protocolVersion),
    identity,
    end: new AbortController(),
  }
}

function wait(failures: number): number {
  return Math.min(DEFAULT_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS)
}

function isTimeOut(error: unknown): boolean {
  return error instanceof BridgeError && error.code === 'timeout'
}

function asRpc(error: unknown): NonNullable<Message['error']> {
  if (error instanceof RpcError) return { code: error.code, message: error.message, data: error.data }
  return { code: CODE.internal, message: error instanceof Error ? error.message : String(error) }
}
