import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
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
  if (state !== undefined) {
    if (!agrees(responses?.[QUESTION])) return DECLINED
    return confirmed(tools, exchange, call, state)
  }
  const preview = await previewOf(tools, exchange, call)
  if (!isPreview(preview)) return preview
  const { message, requestedSchema, confirmation } = preview
  // As the SDK makes it, which is too large to be loaded for that.
  return {
    resultType: 'input_required',
    inputRequests: { [QUESTION]: { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } } },
    requestState: confirmation,
  }
}

export const DECLINED: CallToolResult = {
  content: [{ type: 'text', text: 'The user did not agree. Nothing was changed. Ask what should be different.' }],
}

/** What a person is asked before a tool does what it has previewed. */
export interface Preview {
  message: string
  requestedSchema: typeof SCHEMA
  confirmation: string
  /** Does it, once the person agrees. @throws as `callTool` */
  confirm(exchange: Exchange): Promise<CallToolResult>
}

/** Calls a tool without a confirmation of the model's own. @returns the question, or the result where nothing is asked */
export async function previewOf(
  tools: Tools,
  exchange: Exchange,
  call: Pick<Call, 'name' | 'arguments'>,
): Promise<CallToolResult | Preview> {
  const outcome = await callTool(tools, exchange, call.name, withoutConfirmation(call.arguments))
  const data = 'value' in outcome ? outcome.value.data : undefined
  if (!isObject(data) || typeof data.confirmation !== 'string') return resultOf(outcome)
  const { confirmation } = data
  return {
    message: tools.find(call.name)?.tool?.asks?.(data) ?? '',
    requestedSchema: SCHEMA,
    confirmation,
    confirm: (own) => confirmed(tools, own, call, confirmation),
  }
}

export function isPreview(value: CallToolResult | Preview): value is Preview {
  return 'confirm' in value && typeof value.confirm === 'function'
}

async function confirmed(
  tools: Tools,
  exchange: Exchange,
  call: Pick<Call, 'name' | 'arguments'>,
  confirmation: string,
): Promise<CallToolResult> {
  const given = { ...withoutConfirmation(call.arguments), confirmation }
  return resultOf(await callTool(tools, exchange, call.name, given))
}

function withoutConfirmation(given: unknown): Params {
  const { confirmation: _, ...own } = isObject(given) ? given : {}
  return own
}

export const SCHEMA = {
  type: 'object' as const,
  properties: { agree: { type: 'boolean' as const, title: 'Yes, do this', default: false } },
  required: ['agree'],
}

/** Whether an answer to the question is consent. */
export function agrees(response: unknown): boolean {
  return (
    isObject(response) && response.action === 'accept' && isObject(response.content) && response.content.agree === true
  )
}
