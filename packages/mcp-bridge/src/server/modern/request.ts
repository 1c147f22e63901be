import type { JsonObject } from '../../json.ts'
import type { HostInfo } from '../../protocol/request-context.ts'
import { META, MODERN, metaOf } from '../../protocol/revisions.ts'
import { headerValue } from './parameter-headers.ts'

/** The parameters with the envelope of this revision: who asks, and what the host can do. */
export function enveloped(params: JsonObject, { client, capabilities, logLevel }: HostInfo): JsonObject {
  const _meta = {
    ...metaOf(params),
    [META.version]: MODERN,
    [META.capabilities]: capabilities,
    [META.client]: client,
    ...(logLevel !== undefined && { [META.logLevel]: logLevel }),
  }
  return { ...params, _meta }
}

/** The parameter that `Mcp-Name` repeats; those of tasks are an extension's. */
const NAMED_BY: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

/** The headers that repeat what a request says, so that gateways need not read it. */
export function headersOf(method: string, params: JsonObject): Record<string, string> {
  const named = params[NAMED_BY[method] ?? '']
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(typeof named === 'string' && { 'mcp-name': headerValue(named) }),
  }
}
