/** A message of JSON-RPC between a view and its host (MCP Apps, 2026-01-26). */
interface Message {
  jsonrpc: '2.0'
  id?: string | number
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { code: number; message: string }
}

/** A refusal of the host, or of the server behind it. */
export class HostError extends Error {
  override readonly name = 'HostError'
}

export interface Channel {
  request(method: string, params: Record<string, unknown>): Promise<Record<string, unknown>>
  notify(method: string, params: Record<string, unknown>): void
}

/** Answers what the host asks or tells: undefined for a method that the view does not know. */
export type Receiver = (method: string, params: Record<string, unknown>) => Record<string, unknown> | undefined

/** The code of JSON-RPC 2.0 for a method that does not exist. */
const METHOD_NOT_FOUND = -32601

/** Speaks with the window around this one, and listens to no other. */
export function openChannel(receive: Receiver): Channel {
  const open = new Map<string | number, (message: Message) => void>()
  let last = 0
  // The origin of the host is not known to the view; what it sends is nothing that others may not see.
  const post = (message: Message) => window.parent.postMessage(message, '*')

  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !isMessage(data)) return
    const { id, method, params = {} } = data
    if (method === undefined) {
      if (id === undefined) return
      open.get(id)?.(data)
      open.delete(id)
      return
    }
    const result = receive(method, params)
    if (id === undefined) return
    const error = { code: METHOD_NOT_FOUND, message: `Unknown method: ${method}` }
    post(result ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error })
  })

  return {
    request(method, params) {
      last += 1
      const id = last
      return new Promise((resolve, reject) => {
        open.set(id, ({ result, error }) => (result ? resolve(result) : reject(new HostError(error?.message))))
        post({ jsonrpc: '2.0', id, method, params })
      })
    },
    notify: (method, params) => post({ jsonrpc: '2.0', method, params }),
  }
}

function isMessage(data: unknown): data is Message {
  return typeof data === 'object' && data !== null && 'jsonrpc' in data && data.jsonrpc === '2.0'
}
