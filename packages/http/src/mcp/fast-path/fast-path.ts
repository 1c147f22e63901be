import { rpcErrorBody } from '../protocol/errors.ts'
import { isDenial, type Methods, toRpcError } from '../protocol/methods.ts'
import { type CacheHint, CHANGING, type Exchange, type Message, SERVER_INFO, STABLE } from '../protocol/protocol.ts'
import { callTool, type Outcome } from '../tools/call.ts'
import type { Tools } from '../tools/tools.ts'
import { type FastPathRequest, fastPathRequest } from './fast-path-request.ts'

/**
 * The body of the response; undefined if the SDK must handle the request. Rejects with the errors that `isDenial`
 * recognises.
 */
type FastPath = (message: Message, exchange: Exchange) => Promise<string> | undefined

/**
 * Answers the common requests as the SDK's server would, at a tenth of its cost: the SDK makes a server for each
 * request and walks each message several times. `fast-path.test.ts` compares the two.
 */
export function createFastPath(tools: Tools, methods: Methods): FastPath {
  async function fieldsOf({ method, params }: FastPathRequest, exchange: Exchange): Promise<string> {
    switch (method) {
      case 'tools/list':
        return `"tools":${tools.listFor(exchange.context.caller, exchange.showsViews?.()).text}`
      case 'tools/call':
        // `fastPathRequest` guarantees the name of a tool.
        return written(await callTool(tools, exchange, params.name as string, params.arguments))
      case 'resources/read':
        return JSON.stringify(await methods[method](exchange, params)).slice(1, -1)
    }
  }

  /** Whether the client may have to ask a person, which takes more than one response. */
  function mayAsk({ method, params }: FastPathRequest): boolean {
    return method === 'tools/call' && tools.find(String(params.name))?.tool?.asks !== undefined
  }

  async function answer(request: FastPathRequest, exchange: Exchange): Promise<string> {
    const { id, method, modern } = request
    try {
      const fields = await fieldsOf(request, exchange)
      return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${fields}${modern ? ENDS[method] : ''}}}`
    } catch (error) {
      if (isDenial(error)) throw error
      const { code, message, data } = toRpcError(error, exchange)
      return rpcErrorBody(id, code, message, data)
    }
  }

  return (message, exchange) => {
    const request = fastPathRequest(message)
    return request && !mayAsk(request) ? answer(request, exchange) : undefined
  }
}

/** The JSON of `resultOf`: serialises the value once, for the text and the structured content. */
function written(outcome: Outcome): string {
  const text = 'failure' in outcome ? outcome.failure : JSON.stringify(outcome.value)
  const content = `"content":[{"type":"text","text":${JSON.stringify(text)}}]`
  return 'failure' in outcome ? `${content},"isError":true` : `${content},"structuredContent":${text}`
}

/** The fields at the end of each result in the newest revision. */
const ENDS: Record<FastPathRequest['method'], string> = {
  'tools/list': endOf(STABLE),
  'tools/call': endOf(),
  'resources/read': endOf(CHANGING),
}

function endOf(hint?: CacheHint): string {
  const _meta = { 'io.modelcontextprotocol/serverInfo': SERVER_INFO }
  return `,${JSON.stringify({ resultType: 'complete', ...hint, _meta }).slice(1, -1)}`
}
