import type { Json } from './instance.ts'

export const CLIENT = { name: 'asks', version: '1.0.0' }
export const AGREED = { action: 'accept', content: { agree: true } }

export interface Posted {
  token: string
  session?: string
  signal?: AbortSignal
}

/** Sends a message as a client does that has begun with `initialize` and can receive events. */
export function post(url: URL, message: Json, { token, session, signal }: Posted): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...(session !== undefined && session !== '' && { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    ...(signal && { signal }),
  })
}

/** The session id that a client with these capabilities gets; null where it gets none. */
export async function begin(
  url: URL,
  token: string,
  capabilities: Json = { elicitation: {} },
  protocolVersion = '2025-11-25',
): Promise<string | null> {
  const params = { protocolVersion, capabilities, clientInfo: CLIENT }
  const response = await post(url, { id: 0, method: 'initialize', params }, { token })
  if (response.status !== 200) throw new Error(`initialize was answered with ${response.status}`)
  return response.headers.get('mcp-session-id')
}

/** The messages of an event stream. */
export async function* messagesOf(response: Response): AsyncGenerator<Json> {
  let text = ''
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString()
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const one of events) {
      const data = /^data: (.*)$/m.exec(one)?.[1]
      if (data !== undefined) yield JSON.parse(data)
    }
  }
}
