import { Readable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { UNKNOWN_ADDRESS } from '../access/client-address.ts'

/** Headers of a connection, which are those of whoever has it. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding'])
const WITHOUT_BODY = new Set([204, 205, 304])

/** Answers a request of the Fetch standard, whose address is below the base path. Both bodies are streamed. */
export async function answerFetch(
  app: FastifyInstance,
  request: Request,
  { path, address = UNKNOWN_ADDRESS }: { path: string; address: string | undefined },
): Promise<Response> {
  const headers: Record<string, string> = Object.fromEntries(request.headers)
  headers.host ??= new URL(request.url).host
  if (request.body && headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked'
  const answer = await app.inject({
    // Names of methods that there is no route for are answered like any others.
    method: request.method as NonNullable<InjectOptions['method']>,
    url: path,
    headers,
    remoteAddress: address,
    payloadAsStream: true,
    // The two declarations of this stream, that of Node and that of the DOM, differ in details.
    ...(request.body && { payload: Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]) }),
  })
  const body = answer.stream()
  // Nobody reads on: what is being written ends, as with a closed connection.
  const end = () => answer.raw.res.destroy()
  body.once('close', end)
  body.on('error', () => undefined)
  request.signal.addEventListener('abort', () => body.destroy(), { once: true })
  const hasBody = request.method !== 'HEAD' && !WITHOUT_BODY.has(answer.statusCode)
  if (!hasBody) body.resume()
  const sent = hasBody ? (Readable.toWeb(body) as ReadableStream) : null
  return new Response(sent, { status: answer.statusCode, headers: headersOf(answer.headers) })
}

function headersOf(given: Record<string, number | string | string[] | undefined>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !OF_CONNECTION.has(name))
      for (const one of [value].flat()) headers.append(name, String(one))
  return headers
}
