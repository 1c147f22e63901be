import { AppError } from '@handrail/core'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { rpcErrorBody } from '../protocol/errors.ts'
import { toRpcError } from '../protocol/methods.ts'
import type { Exchange } from '../protocol/protocol.ts'
import { DECLINED, type Preview } from '../tools/consent.ts'
import type { Ending } from './endings.ts'
import type { OpenQuestion } from './open-questions.ts'

/** A comment, which keeps the connection open (HTML Standard, server-sent events). */
const HEARTBEAT = ':\n\n'
const HEARTBEAT_MS = 15_000

interface Conversation {
  id: string | number
  preview: Preview
  question: OpenQuestion
  exchange: Exchange
  /** The exchange with the caller as they are now: access may have ended since the call began. @throws AppError */
  again(): Promise<Exchange>
  /** Aborted when the client disconnects or the server stops. */
  signal: AbortSignal
  heartbeatMs?: number
}

/**
 * The response to a call that asks a person, as server-sent events: the question, and after its answer, which arrives by
 * another request, the result. A call that the client has withdrawn ends without one.
 */
export async function* converse(conversation: Conversation): AsyncGenerator<string> {
  const { id, preview, question, signal } = conversation
  const gone = aborted(signal)
  try {
    // The headers go out at once.
    yield HEARTBEAT
    const away = await Promise.race([failureOf(question.ready), question.ended, gone])
    if (away instanceof Error) return yield refused(away, conversation)
    const { message, requestedSchema } = preview
    yield event({ jsonrpc: '2.0', id: question.id, method: 'elicitation/create', params: { message, requestedSchema } })
    let ending: Ending | undefined
    while (ending === undefined) {
      ending = await endingOf(conversation, gone)
      if (signal.aborted) return yield event({ jsonrpc: '2.0', id, result: STOPPED })
      if (ending !== undefined) break
      const error = await failureOf(conversation.again())
      if (error instanceof AppError && ENDS_ACCESS.has(error.status)) {
        yield withdrawal(question)
        return yield refused(error, conversation)
      }
      yield HEARTBEAT
    }
    if (ending === 'late' || ending === 'cancelled') yield withdrawal(question)
    if (ending === 'cancelled') return
    yield await answerOf(ending, conversation)
  } finally {
    question.close()
  }
}

/** Undefined where it is time for a heartbeat. */
async function endingOf(
  { question: { ended }, heartbeatMs = HEARTBEAT_MS }: Conversation,
  gone: Promise<undefined>,
): Promise<Ending | undefined> {
  let timer: NodeJS.Timeout | undefined
  const pause = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), heartbeatMs)
  })
  const ending = await Promise.race([ended, pause, gone])
  clearTimeout(timer)
  return ending
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

async function answerOf(ending: Ending, conversation: Conversation) {
  const { id, preview, again } = conversation
  const result = (value: CallToolResult) => event({ jsonrpc: '2.0', id, result: value })
  if (ending === 'refused') return result(DECLINED)
  if (ending === 'late') return result(LATE)
  try {
    return result(await preview.confirm(await again()))
  } catch (error) {
    return refused(error, conversation)
  }
}

/** The statuses of errors after which no answer would be heard. */
const ENDS_ACCESS: ReadonlySet<number> = new Set([401, 403])

/** The result of a call that an error has ended. */
function refused(error: unknown, { id, exchange }: Conversation): string {
  if (error instanceof AppError)
    return event({ jsonrpc: '2.0', id, result: failed(`${error.message}. Nothing was changed. Tell the user.`) })
  const { code, message, data } = toRpcError(error, exchange)
  return `event: message\ndata: ${rpcErrorBody(id, code, message, data)}\n\n`
}

/** Withdraws the question, so that the client asks no more. */
function withdrawal({ id }: OpenQuestion): string {
  return event({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })
}

/** The error with which a promise is rejected; undefined where it resolves. */
async function failureOf(promise: Promise<unknown>): Promise<Error | undefined> {
  try {
    await promise
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error('Rejected without an error', { cause: error })
  }
}

const STOPPED = failed('The service is stopping. Nothing was changed. Call again in a moment; the user is asked again.')
const LATE = failed('Nobody answered the question. Nothing was changed. Call again when the user is there.')

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

function event(message: object): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`
}
