import { type AppError, invoke, type Operation, requireAccess } from '@handrail/core'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { toAppError } from '../errors.ts'
import { describeError } from '../log.ts'
import { type Exchange, type Params, RPC_CODE, RpcError } from './protocol.ts'
import { listerOf, type Tools } from './tools.ts'

/** What a tool came to: the record or list that the REST API answers, or why not, in words for a model. */
export type Outcome = { value: Record<string, unknown> } | { failure: string }

/**
 * Runs a tool. What is the caller's fault is an outcome, from which a model can learn.
 * @throws RpcError when there is no such tool; AppError `insufficient_scope`, `forbidden`
 */
export async function callTool(tools: Tools, exchange: Exchange, name: string, given: unknown): Promise<Outcome> {
  const operation = tools.find(name)
  if (!operation) throw new RpcError(RPC_CODE.invalidParams, `Unknown tool: ${name}. tools/list names those that exist`)
  requireAccess(operation, exchange.context)
  try {
    const { value } = await invoke(operation, exchange.context, given ?? {})
    // Every tool answers with an object: a record under `data`, or a list beside `meta`.
    return { value: value as Params }
  } catch (error) {
    return { failure: explain(error, operation, exchange) }
  }
}

export function resultOf(outcome: Outcome): CallToolResult {
  if ('failure' in outcome) return { content: [{ type: 'text', text: outcome.failure }], isError: true }
  return { content: [{ type: 'text', text: JSON.stringify(outcome.value) }], structuredContent: outcome.value }
}

/** Says what went wrong and what to do next; of faults that are not the caller's, only that there was one. */
function explain(thrown: unknown, operation: Operation, { logger, requestId }: Exchange): string {
  const error = toAppError(thrown)
  if (error.status >= 500) logger.error({ request_id: requestId, error: describeError(thrown) }, error.code)
  switch (error.code) {
    case 'validation_error':
      return `${problemsOf(error)}. ${remedyOf(error, operation)}`
    case 'not_found': {
      const lister = listerOf(operation)
      return `No record of this workspace has this id.${lister ? ` Find the id with ${lister.name}.` : ''}`
    }
    case 'unavailable':
      return `${error.message}. Nothing was changed; call again in ${error.retryAfter ?? 5} seconds.`
    case 'internal_error':
      return `Something went wrong in the service, not in your call. Do not repeat it; tell the user the request id ${requestId}.`
    default:
      return `${error.message}. Tell the user: another call will not help.`
  }
}

/** The problems under the exact names of the arguments, which a model has to use. */
function problemsOf({ errors = {} }: AppError): string {
  return Object.entries(errors)
    .map(([argument, texts]) => `${argument} ${texts.join(' and ')}`)
    .join('; ')
}

function remedyOf({ errors = {} }: AppError, operation: Operation): string {
  const problems = Object.entries(errors)
  if (problems.some(([, texts]) => texts.includes('is not a known field')))
    return `Known arguments are ${Object.keys(operation.input.shape).join(', ')}. Call again with these alone.`
  if (problems.some(([field, texts]) => field === 'email' && texts.includes('has already been taken')))
    return 'Find the contact with list_contacts and this email, and use update_contact instead.'
  if (problems.some(([, texts]) => texts.includes('is already enrolled in this guide')))
    return 'Find the enrollment with list_enrollments and this contact_id and guide_id, and use that one.'
  const missing = problems.filter(([, texts]) => texts.includes('does not exist')).map(([field]) => FINDERS[field])
  if (missing.length > 0) return `Find the id with ${missing.filter(Boolean).join(' and ')}, then call again.`
  return 'Correct these arguments and call again.'
}

/** Tools that find what a field refers to. */
const FINDERS: Record<string, string> = {
  contact_id: 'list_contacts',
  organisation_id: 'list_organisations',
  guide_id: 'list_guides',
}
