import type { JsonObject } from '../../src/json.ts'
import { listen } from './servers.ts'

/** The message of a call as it arrived. */
export interface ArrivedCall {
  id: number
  params: JsonObject & { _meta: JsonObject; arguments?: JsonObject; inputResponses?: JsonObject; requestState?: string }
}

/** A server of 2026-07-28 with one tool; `answer` gives the result of each call, or nothing: the connection breaks. */
export async function askingServer(
  answer: (call: ArrivedCall, count: number) => JsonObject | undefined | Promise<JsonObject>,
) {
  const calls: ArrivedCall[] = []
  const listening = await listen(async (_request, response, body) => {
    const { id, method, params } = JSON.parse(body)
    const fresh = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
    let result: JsonObject | undefined = { ...fresh, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }
    if (method === 'tools/list')
      result = { ...fresh, tools: [{ name: 'send', inputSchema: {}, annotations: REPEATABLE }] }
    if (method === 'tools/call') result = await answer({ id, params }, calls.push({ id, params }))
    if (!result) return void response.destroy()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
  return { ...listening, calls }
}

const REPEATABLE = { idempotentHint: true }

/** A result that asks these questions, by their keys. */
export function asking(requestState: string, ...keys: string[]): JsonObject {
  return {
    resultType: 'input_required',
    inputRequests: Object.fromEntries(keys.map((key) => [key, { method: 'elicitation/create', params: formOf(key) }])),
    requestState,
  }
}

/** The parameters of an elicitation with this message. */
export function formOf(message: string): JsonObject {
  return { mode: 'form', message, requestedSchema: { type: 'object', properties: { agree: { type: 'boolean' } } } }
}

export const done = (text: string): JsonObject => ({ resultType: 'complete', content: [{ type: 'text', text }] })
