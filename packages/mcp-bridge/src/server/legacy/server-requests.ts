import type { Message } from '../../protocol/messages.ts'
import type { RequestContext } from '../../protocol/request-context.ts'
import type { MessageListener } from '../http/responses.ts'
import { rpcErrorOf } from './faults.ts'
import type { Session } from './session.ts'
import type { LegacyTransport } from './transport.ts'

/** Hands the server's requests to the host, and the host's answers back. */
export function answerRequests(
  transport: LegacyTransport,
  session: Session,
  ask: RequestContext['ask'],
  notification: MessageListener['notification'],
): MessageListener {
  return {
    notification,
    request: ({ id = null, method = '', params = {} }) => {
      const answer = method === 'ping' ? Promise.resolve({}) : ask(method, params)
      void answer
        .then(
          (result): Message => ({ jsonrpc: '2.0', id, result }),
          (error: unknown): Message => ({ jsonrpc: '2.0', id, error: rpcErrorOf(error) }),
        )
        .then((message) => transport.tell(message, session))
        // Whatever waits for this answer fails with the connection's fault.
        .catch(() => undefined)
    },
  }
}
