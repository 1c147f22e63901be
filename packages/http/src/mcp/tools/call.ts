import type { AppError, Operation } from '@handrail/core'
import { invoke, requireAccess, type Step, traced } from '@handrail/core/internal'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { isObject } from '../../body/is-object.ts'
import { toAppError } from '../../server/errors.ts'
import { logFault } from '../../server/log-fault.ts'
import { type Exchange, type Params, RPC_CODE, RpcError } from '../protocol/protocol.ts'
import { withBeside } from './beside.ts'
import { requireTaken, shownOf } from './hidden.ts'
import { remedyOf } from './remedies.ts'
import { listerOf, rightOf, type Tools } from './tools.ts'

/** The outcome of a tool: the record or list that the REST API would answer, or an explanation for a model. */
export type Outcome = { value: Record<string, unknown> } | { failure: string }

/**
 * Runs a tool. An error of the caller is a result, so that the model can correct it.
 * @throws RpcError when there is no such tool; AppError `insufficient_scope`, `forbidden`
 */
export async function callTool(tools: Tools, exchange: Exchange, name: string, given: unknown): Promise<Outcome> {
  const operation = tools.find(name)
  if (!operation) throw new RpcError(RPC_CODE.invalidParams, `Unknown tool: ${name}. tools/list names those that exist`)
  requireAccess({ access: rightOf(operation) }, exchange.context)
  const attributes: Step['attributes'] = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': name }
  const step: Step = { kind: 'tool', name: `tools/call ${name}`, attributes }
  return traced(step, async () => {
    const outcome = await outcomeOf(tools, operation, exchange, given)
    if ('failure' in outcome) attributes['error.type'] = 'tool_error'
    await exchange.pause?.()
    return outcome
  })
}

async function outcomeOf(tools: Tools, operation: Operation, exchange: Exchange, given: unknown): Promise<Outcome> {
  try {
    if (isObject(given)) requireTaken(operation, given)
    const { value } = await invoke(operation, exchange.context, given ?? {})
    // Every tool answers with an object: a record under `data`, or a list beside `meta`.
    const shown = shownOf(operation, exchange.context.caller, value as Params)
    return { value: await tools.draw(operation, await withBeside(operation, exchange, shown)) }
  } catch (error) {
    return { failure: explain(error, operation, { exchange, given }) }
  }
}

export function resultOf(outcome: Outcome): CallToolResult {
  if ('failure' in outcome) return { content: [{ type: 'text', text: outcome.failure }], isError: true }
  return { content: [{ type: 'text', text: JSON.stringify(outcome.value) }], structuredContent: outcome.value }
}

interface Asked {
  exchange: Exchange
  /** The arguments, whatever they are. */
  given: unknown
}

/** Describes an error and the next step. Errors of the service are reported without details. */
function explain(thrown: unknown, operation: Operation, { exchange, given }: Asked): string {
  const { logger, requestId } = exchange
  const error = toAppError(thrown)
  if (error.status >= 500) logFault(logger, { request_id: requestId, thrown, error })
  switch (error.code) {
    case 'validation_error':
      return `${problemsOf(error)}. ${remedyOf(error, operation, isObject(given) ? given : {})}`
    case 'not_found': {
      const lister = listerOf(operation)
      return `No record of this workspace has this id.${lister ? ` Find the id with ${lister.name}.` : ''}`
    }
    case 'unavailable':
      return `${error.message}. Nothing was changed; call again in ${error.retryAfter ?? 5} seconds.`
    case 'internal_error':
      return `The service failed; your call was valid. Do not repeat it; tell the user the request id ${requestId}.`
    default:
      if (error.reason !== undefined && SAYS_WHAT_TO_DO.has(error.reason)) return withCurrent(error)
      return `${error.message}. Tell the user; calling again will not help.`
  }
}

/** The reasons of errors whose messages name the next step. */
const SAYS_WHAT_TO_DO: ReadonlySet<string> = new Set([
  'confirmation_over',
  'confirmation_stale',
  'draft_changed',
  'submission_changed',
])

function withCurrent({ message, current }: AppError): string {
  return current === undefined ? `${message}.` : `${message}. It is now: ${JSON.stringify(current)}`
}

/** The problems by the exact names of the arguments, which a model must use. */
function problemsOf({ errors = {} }: AppError): string {
  return Object.entries(errors)
    .map(([argument, texts]) => `${argument} ${texts.join(' and ')}`)
    .join('; ')
}
