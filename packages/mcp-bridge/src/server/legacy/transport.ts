import type { Incoming } from '../../network/network.ts'
import type { Message } from '../../protocol/messages.ts'
import type { SendRequest } from '../http/sender.ts'
import { openServerRequests, type ServerRequests } from './server-requests.ts'
import type { Session } from './session.ts'

/** The three requests of Streamable HTTP before 2026-07-28. */
export interface LegacyTransport {
  /** Sends a message; before there is a session, without one. */
  post(message: Message, session: Session | undefined, signal?: AbortSignal): Promise<Incoming>
  /** Sends a message whose answer says nothing. */
  tell(message: Message, session: Session): Promise<void>
  /** Opens the stream of what the server says unasked, or takes one up after the event `lastId`. */
  openStream(session: Session, lastId: string | undefined, signal: AbortSignal): Promise<Incoming>
  /** Requests of the server to the host on the streams of this session. */
  requests: ServerRequests
  /** Ends the session at the server. */
  end(session: Session, signal: AbortSignal): Promise<void>
}

export function legacyTransport(send: SendRequest): LegacyTransport {
  const post: LegacyTransport['post'] = (message, session, signal) =>
    send({ method: 'POST', headers: headersOf(session), body: JSON.stringify(message), ...(signal && { signal }) })

  return {
    requests: openServerRequests(),
    post,
    async tell(message, session) {
      const incoming = await post(message, session)
      incoming.body.destroy()
    },
    openStream(session, lastId, signal) {
      const { 'content-type': _, ...headers } = headersOf(session)
      const resumed = lastId === undefined ? {} : { 'last-event-id': lastId }
      return send({ method: 'GET', headers: { ...headers, accept: 'text/event-stream', ...resumed }, signal })
    },
    async end(session, signal) {
      const incoming = await send({ method: 'DELETE', headers: headersOf(session), signal })
      incoming.body.destroy()
    },
  }
}

function headersOf(session: Session | undefined): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(session && { 'mcp-protocol-version': session.version }),
    ...(session?.id !== undefined && { 'mcp-session-id': session.id }),
  }
}
