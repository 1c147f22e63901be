import { Failure } from '../../errors/failure.ts'
import type { Message } from '../../protocol/messages.ts'
import type { RequestContext } from '../../protocol/request-context.ts'
import { backOff, pause } from '../../timing.ts'
import type { ServerListener } from '../client.ts'
import { isBroken, isEventStream, readAnswer, readStream } from '../http/responses.ts'
import { withTimeLimit } from '../time-limit.ts'
import { faultOf } from './faults.ts'
import type { Session } from './session.ts'
import type { LegacyTransport } from './transport.ts'

const RESUMPTIONS = 5
const DEFAULT_RETRY_MS = 1000
const LISTEN_AGAIN_MS = { first: DEFAULT_RETRY_MS, longest: 60_000 }

/** Sends a request and reads up to its answer, taking a stream up again where it ended too early. */
export function converse(
  transport: LegacyTransport,
  message: Message & { id: number },
  session: Session,
  context: RequestContext,
): Promise<Message> {
  return withTimeLimit(context.timeoutMs, context.signal, async (signal) => {
    let incoming = await transport.post(message, session, signal)
    if (incoming.status !== 200) throw await faultOf(incoming, session)
    const answer = (sent: Message) => transport.tell(sent, session)
    const ask: RequestContext['ask'] = (method, params, withdrawn) =>
      context.ask(method, params, withdrawn ? AbortSignal.any([signal, withdrawn]) : signal)
    const listener = transport.requests.listener(ask, context.notify, answer)
    let lastId: string | undefined
    for (let resumption = 0; resumption <= RESUMPTIONS; resumption++) {
      const answer = await readAnswer(incoming, message.id, listener)
      signal.throwIfAborted()
      if (!isBroken(answer)) return answer
      lastId = answer.lastId ?? lastId
      if (lastId === undefined) break
      await pause(answer.retryMs ?? DEFAULT_RETRY_MS, signal)
      incoming = await transport.openStream(session, lastId, signal)
      if (incoming.status !== 200) break
    }
    throw new Failure('The connection was lost before the answer arrived: check the result before you call again.', {
      retryAfterMs: 0,
    })
  })
}

/** Reads what the server says unasked, for as long as the session lives and the server has such a stream. */
export async function keepListening(
  transport: LegacyTransport,
  session: Session,
  listener: ServerListener,
): Promise<void> {
  const { signal } = session.end
  let lastId: string | undefined
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      const incoming = await transport.openStream(session, lastId, signal)
      if (incoming.status !== 200 || !isEventStream(incoming)) return void incoming.body.destroy()
      const ended = await readStream(
        incoming,
        transport.requests.listener(listener.request, listener.notification, (sent) => transport.tell(sent, session)),
      )
      lastId = ended.lastId ?? lastId
      if (ended.lastId !== undefined) failures = 0
      await pause(ended.retryMs ?? backOff(failures, LISTEN_AGAIN_MS), signal)
    } catch {
      // Calls say what is wrong; this only listens, and tries again.
      await pause(backOff(failures, LISTEN_AGAIN_MS), signal).catch(() => undefined)
    }
  }
}
