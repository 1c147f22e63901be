import type { IncomingMessage } from 'node:http'
import { hasBody } from '../server/limits/slow-bodies.ts'
import { IncomingMessage as Message } from '../server/node-http.ts'

/** A request of Node with what frameworks add. */
export type NodeRequest = IncomingMessage & {
  /** What a body parser has made of the body. */
  body?: unknown
  /** The address before a router has removed its part. */
  originalUrl?: string
}

/**
 * The request, with its body even if a parser has read it before.
 * @returns undefined if the body is lost
 */
export function withBody(request: NodeRequest): IncomingMessage | undefined {
  if (!request.readableDidRead || !hasBody(request.headers)) return request
  const bytes = bytesOf(request)
  if (bytes === undefined) return undefined
  const again = new Message(request.socket)
  // A parser has undone the coding.
  const { 'transfer-encoding': _, 'content-encoding': __, ...headers } = request.headers
  again.headers = { ...headers, 'content-length': String(bytes.length) }
  again.method = request.method ?? 'GET'
  again.url = request.url ?? '/'
  again.httpVersion = request.httpVersion
  again.httpVersionMajor = request.httpVersionMajor
  again.httpVersionMinor = request.httpVersionMinor
  again.push(bytes)
  again.push(null)
  again.complete = true
  return again
}

function bytesOf({ body, headers }: NodeRequest): Buffer | undefined {
  if (Buffer.isBuffer(body)) return body
  if (typeof body === 'string') return Buffer.from(body)
  if (body === undefined || body === null) return undefined
  const type = headers['content-type'] ?? ''
  if (/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) return Buffer.from(JSON.stringify(body))
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return Buffer.from(formOf(body))
  // The parts of other bodies, such as files, are not in it.
  return undefined
}

function formOf(body: object): string {
  const fields = Object.entries(body).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]))
  return new URLSearchParams(fields).toString()
}
