import { AppError } from '@handrail/core'
import { describeError } from '@handrail/core/internal'
import { getPrompt, listPrompts } from '../prompts/prompts.ts'
import { complete } from '../resources/completion.ts'
import { listGuideTemplates } from '../resources/guides.ts'
import { listResources, readResource } from '../resources/resources.ts'
import { callAsking } from '../tools/consent.ts'
import type { Tools } from '../tools/tools.ts'
import { type Exchange, type Params, RPC_CODE, RpcError } from './protocol.ts'

/** The methods that the server implements itself. */
export function createMethods(tools: Tools) {
  return {
    'tools/list': (exchange, { cursor }) => {
      if (cursor !== undefined) throw new RpcError(RPC_CODE.invalidParams, 'tools/list is one page: there is no cursor')
      return { tools: tools.listFor(exchange.context.caller, exchange.showsViews?.()).tools }
    },
    'tools/call': (exchange, params) =>
      callAsking(tools, exchange, {
        ...{ name: String(params.name), arguments: params.arguments },
        elicits: exchange.client?.elicits ?? false,
        responses: exchange.client?.responses,
        state: exchange.client?.state,
      }),
    'resources/list': (exchange, { cursor }) => listResources(exchange, cursor),
    'resources/templates/list': (exchange) => listGuideTemplates(exchange),
    'resources/read': (exchange, { uri }) => readResource(exchange, String(uri)),
    'prompts/list': (exchange) => listPrompts(exchange),
    'prompts/get': (exchange, params) => getPrompt(exchange, params),
    'completion/complete': (exchange, params) => complete(exchange, params),
  } satisfies Record<string, (exchange: Exchange, params: Params) => Promise<Params> | Params>
}

export type Methods = ReturnType<typeof createMethods>

/** Whether an error becomes an HTTP status, as only missing access does. */
export function isDenial(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'insufficient_scope' || error.code === 'forbidden')
}

/** The error as clients see it; internal errors do not mention their cause. */
export function toRpcError(error: unknown, { logger, requestId }: Exchange): RpcError {
  if (error instanceof RpcError) return error
  if (isDenial(error)) return new RpcError(RPC_CODE.invalidRequest, error.message)
  logger.error({ request_id: requestId, error: describeError(error) }, 'internal_error')
  return new RpcError(RPC_CODE.internal, `Something went wrong. Tell us the request id ${requestId}`)
}
