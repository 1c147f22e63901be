import type { Operation } from '@handrail/core'
import { type CallToolResult, type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server'
import { isObject } from '../../body/is-object.ts'
import type { Exchange, Params } from '../protocol/protocol.ts'
import { callTool, resultOf } from './call.ts'
import type { Tools } from './tools.ts'

/** The key of the question in a result that requires input, and of its answer. */
const QUESTION = 'confirm'

/** A call of a tool in the newest revision, with what the client adds to it. */
export interface Call {
  name: string
  arguments: unknown
  /** Whether the client can ask a person (elicitation in form mode). */
  elicits: boolean
  /** The answers to what an earlier result required. */
  responses: Record<string, unknown> | undefined
  state: string | undefined
}

/**
 * Calls a tool. Where the client can ask a person, it does so before anything that a tool only previews is done: the
 * confirmation travels in `requestState`, which the model never sees, so that it cannot confirm by itself.
 * @throws as `callTool`
 */
export async function callAsking(
  tools: Tools,
  exchange: Exchange,
  call: Call,
): Promise<CallToolResult | InputRequiredResult> {
  const { name, elicits, responses, state } = call
  const operation = tools.find(name)
  if (!elicits || operation?.tool?.asks === undefined)
    return resultOf(await callTool(tools, exchange, name, call.arguments))
  const { confirmation: _, ...given } = isObject(call.arguments) ? call.arguments : {}
  if (state !== undefined) {
    if (!isAgreed(responses?.[QUESTION])) return DECLINED
    return resultOf(await callTool(tools, exchange, name, { ...given, confirmation: state }))
  }
  const outcome = await callTool(tools, exchange, name, given)
  const question = 'value' in outcome ? questionOf(operation, outcome.value) : undefined
  return question ?? resultOf(outcome)
}

const DECLINED: CallToolResult = {
  content: [{ type: 'text', text: 'The user did not agree. Nothing was changed. Ask what should be different.' }],
}

/** What the person is asked about a preview; undefined for a result that needs no confirmation. */
function questionOf({ tool }: Operation, { data }: Params): InputRequiredResult | undefined {
  if (!isObject(data) || typeof data.confirmation !== 'string') return undefined
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message: tool?.asks?.(data) ?? '',
        requestedSchema: {
          type: 'object',
          properties: { agree: { type: 'boolean', title: 'Yes, do this', default: false } },
          required: ['agree'],
        },
      }),
    },
    requestState: data.confirmation,
  })
}

function isAgreed(response: unknown): boolean {
  return (
    isObject(response) && response.action === 'accept' && isObject(response.content) && response.content.agree === true
  )
}
