import type * as http from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { Failure } from '../errors/failure.ts'
import { VERSION } from '../version.ts'
import { openAgents } from './agents.ts'
import { isUnknownAuthority } from './certificates.ts'
import { explainConnection, explainProxy, refusalOfProxy } from './connection-faults.ts'
import type { Environment } from './proxy.ts'

export interface Outgoing {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  signal?: AbortSignal
}

/** An answer whose body is still to be read. */
export interface Incoming {
  status: number
  headers: http.IncomingHttpHeaders
  body: Readable
  socket: Socket
}

export interface Network {
  /** @throws Failure with a sentence for the person; AbortError when the signal ended it */
  send(outgoing: Outgoing): Promise<Incoming>
  close(): void
}

export interface NetworkOptions {
  environment: Environment
  /** A file of certificates to trust besides those of Node and of the system. */
  ca?: string | undefined
  connectMs?: number
}

const CONNECT_MS = 10_000
const USER_AGENT = `handrail-mcp-bridge/${VERSION}`

/**
 * Connections over Node's own http: `fetch` would take 30 MB of memory and a fifth of a second before its first answer.
 * The environment's proxy and the system's certificates are used without being asked for.
 */
export function openNetwork({ environment, ca, connectMs = CONNECT_MS }: NetworkOptions): Network {
  const agents = openAgents(environment, ca)
  let trusting: Promise<void> | undefined

  async function attempt({ url, method, headers, body, signal }: Outgoing): Promise<Incoming> {
    const { request, options, proxy } = await agents.to(url)
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, {
      ...options,
      method,
      headers: { 'user-agent': USER_AGENT, 'accept-encoding': 'gzip, deflate', ...headers, ...length },
      ...(signal && { signal }),
    })
    try {
      return await answerTo(sent, body, connectMs, proxy)
    } catch (error) {
      throw proxy ? explainProxy(error, proxy) : error
    }
  }

  return {
    async send(outgoing) {
      try {
        return await attempt(outgoing).catch(async (error: unknown) => {
          if (!isUnknownAuthority(error)) throw error
          trusting ??= agents.trustSystem()
          await trusting
          // Nothing was sent: the handshake comes first.
          return attempt(outgoing)
        })
      } catch (error) {
        throw explainConnection(error, outgoing.url)
      }
    },
    close: agents.close,
  }
}

function answerTo(
  request: http.ClientRequest,
  body: string | Uint8Array | undefined,
  connectMs: number,
  proxy: URL | undefined,
): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      request.destroy(Object.assign(new Error('connection timed out'), { code: 'ETIMEDOUT', syscall: 'connect' }))
    }, connectMs)
    const isConnected = () => clearTimeout(late)
    request.once('close', isConnected)
    request.once('error', reject)
    request.once('response', (answer) => {
      const { statusCode: status = 0, headers, socket } = answer
      decoded(answer).then((text) => resolve({ status, headers, body: text, socket }), reject)
    })
    request.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', isConnected)
      else isConnected()
    })
    request.once('proxyConnect', ({ statusCode = 200 }: { statusCode?: number }) => {
      if (proxy && statusCode !== 200) request.destroy(refusalOfProxy(proxy, request.host, statusCode))
    })
    request.end(body)
  })
}

/** The body as it was before the server compressed it; what has arrived is passed on at once. @throws Failure */
async function decoded(answer: http.IncomingMessage): Promise<Readable> {
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return answer
  if (!/^(x-)?gzip$|^deflate$/.test(encoding)) {
    answer.destroy()
    throw new Failure(
      `The server compresses its answers in a way that it was not asked for (${encoding}): tell its operator.`,
    )
  }
  const { createUnzip, constants } = await import('node:zlib')
  const unzip = createUnzip({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH })
  // Whoever reads the one gets the faults of both, and whoever ends it ends both.
  const { pipeline } = await import('node:stream')
  pipeline(answer, unzip, () => undefined)
  return unzip
}

/** Collects a body of text. @throws Failure when it is longer than `limit` bytes */
export async function readText({ body }: Pick<Incoming, 'body'>, limit: number): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body) {
    parts.push(part as Buffer)
    length += (part as Buffer).length
    if (length > limit) {
      body.destroy()
      throw new Failure(`The server's answer is longer than ${Math.floor(limit / 1_000_000)} MB: ask for less at once.`)
    }
  }
  return Buffer.concat(parts).toString('utf8')
}
