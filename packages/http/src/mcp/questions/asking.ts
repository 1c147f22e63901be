import type { CallToolResult } from '@modelcontextprotocol/server'
import { isObject } from '../../body/is-object.ts'
import type { Exchange, Message } from '../protocol/protocol.ts'
import { sessionThatAsks } from '../protocol/session.ts'
import { agrees, isPreview, previewOf } from '../tools/consent.ts'
import type { Tools } from '../tools/tools.ts'
import { converse } from './conversation.ts'
import { isQuestion, type OpenQuestions } from './open-questions.ts'

/** A call that may ask: its result, or the events that lead to it. */
type Asked = { result: string } | { events(signal: AbortSignal): AsyncGenerator<string> }

/** Asks people whose clients begin with `initialize`: by an event stream, which another request answers. */
export interface Asking {
  /** Takes answers to questions, and withdrawals of calls that ask. @returns whether the message was an answer */
  hear(message: Message, exchange: Exchange): Promise<boolean>
  /**
   * Calls a tool that previews. Undefined where the message is no such call, or its client cannot ask.
   * @param again the exchange with the caller as they are when the answer is there
   * @throws as `callTool`
   */
  call(message: Message, exchange: Exchange, again: () => Promise<Exchange>): Promise<Asked> | undefined
}

export function createAsking(tools: Tools, questions: OpenQuestions): Asking {
  async function ask(call: Call, session: string, exchange: Exchange, again: () => Promise<Exchange>): Promise<Asked> {
    const { id } = call
    const preview = await previewOf(tools, exchange, call)
    if (!isPreview(preview)) return { result: JSON.stringify({ jsonrpc: '2.0', id, result: preview }) }
    const question = questions.open({ caller: exchange.context.caller.id, session, id })
    if (!question) return { result: JSON.stringify({ jsonrpc: '2.0', id, result: FULL }) }
    return {
      events(signal) {
        // A stream whose client is gone may never begin.
        if (signal.aborted) question.close()
        signal.addEventListener('abort', question.close, { once: true })
        return converse({ id, preview, question, exchange, again, signal })
      },
    }
  }

  return {
    async hear({ headers, body }, { context }) {
      if (!isObject(body)) return false
      const caller = context.caller.id
      if (body.method === undefined && isQuestion(body.id)) {
        await questions.answer(body.id, caller, agrees(body.result))
        return true
      }
      if (body.method !== 'notifications/cancelled' || !isObject(body.params)) return false
      const session = sessionThatAsks(headers, context)
      if (session !== undefined) await questions.cancel({ caller, session, id: body.params.requestId })
      return false
    },
    call(message, exchange, again) {
      const call = askingCall(message.body, tools)
      const session = sessionThatAsks(message.headers, exchange.context)
      return call && session !== undefined ? ask(call, session, exchange, again) : undefined
    },
  }
}

interface Call {
  id: string | number
  name: string
  arguments: unknown
}

/** A call of a tool that previews. */
function askingCall(body: unknown, tools: Tools): Call | undefined {
  if (!isObject(body) || body.method !== 'tools/call' || !isObject(body.params)) return undefined
  const { id, params } = body
  if (typeof id !== 'string' && typeof id !== 'number') return undefined
  const name = String(params.name)
  return tools.find(name)?.tool?.asks === undefined ? undefined : { id, name, arguments: params.arguments }
}

const FULL: CallToolResult = {
  content: [
    {
      type: 'text',
      text: 'Too many questions wait for an answer. Nothing was changed. Ask the user to answer those first, then call again.',
    },
  ],
  isError: true,
}
