import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http'
import * as http from 'node:http'
import type { Agent as SecureAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import type { ConnectionOptions } from 'node:tls'
import { Failure } from '../errors/failure.ts'
import { isUnknownAuthority, trustFile, trustSystem } from './certificates.ts'
import { explainConnection } from './connection-faults.ts'
import { proxyCredentials, proxyFor, tunnel } from './proxy.ts'

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
  headers: IncomingHttpHeaders
  body: IncomingMessage
}

export interface Network {
  /** @throws Failure with a sentence for the person; AbortError when the signal ended it */
  send(outgoing: Outgoing): Promise<Incoming>
  close(): void
}

export interface NetworkOptions {
  environment: Readonly<Record<string, string | undefined>>
  /** A file of certificates to trust besides those of Node and of the system. */
  ca?: string | undefined
  connectMs?: number
}

const CONNECT_MS = 10_000
/** Unused connections end before most servers would end them, so that no request meets a connection that closes. */
const KEPT = { keepAlive: true, timeout: 30_000 }

/**
 * Connections over Node's own http: `fetch` would take 30 MB of memory and a fifth of a second before its first answer.
 * The environment's proxy and the system's certificates are used without being asked for.
 */
export function openNetwork({ environment, ca, connectMs = CONNECT_MS }: NetworkOptions): Network {
  const plain = new http.Agent(KEPT)
  let secure: Promise<typeof import('node:https')> | undefined
  const agents = new Map<string, SecureAgent>()
  let trusting: Promise<void> | undefined

  async function secureAgent(proxy: URL | undefined) {
    secure ??= (async () => {
      if (ca !== undefined) await trustFile(ca)
      return import('node:https')
    })()
    const https = await secure
    const key = proxy?.href ?? ''
    const agent = agents.get(key) ?? (proxy ? tunnelling(https, proxy, connectMs) : new https.Agent(KEPT))
    agents.set(key, agent)
    return { https, agent }
  }

  async function start({ url, method, headers, signal }: Outgoing): Promise<http.ClientRequest> {
    const proxy = proxyFor(url, environment)
    const options: RequestOptions = { method, headers, ...(signal && { signal }) }
    if (url.protocol === 'https:') {
      const { https, agent } = await secureAgent(proxy)
      return https.request(url, { ...options, agent })
    }
    if (!proxy) return http.request(url, { ...options, agent: plain })
    const through = { ...headers, host: url.host, ...proxyCredentials(proxy) }
    return http.request(proxy, { ...options, headers: through, path: url.href, agent: plain })
  }

  async function attempt(outgoing: Outgoing): Promise<Incoming> {
    const { body, headers } = outgoing
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = await start({ ...outgoing, headers: { ...headers, ...length } })
    return answerTo(request, body, connectMs)
  }

  return {
    async send(outgoing) {
      try {
        return await attempt(outgoing).catch(async (error: unknown) => {
          if (!isUnknownAuthority(error)) throw error
          trusting ??= trustSystem()
          await trusting
          // Nothing was sent: the handshake comes first.
          return attempt(outgoing)
        })
      } catch (error) {
        throw explainConnection(error, outgoing.url)
      }
    },
    close: () => {
      plain.destroy()
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

function answerTo(
  request: http.ClientRequest,
  body: string | Uint8Array | undefined,
  connectMs: number,
): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer })
    })
    request.once('socket', (socket) => {
      if (!socket.connecting) return
      const late = setTimeout(() => {
        request.destroy(Object.assign(new Error('connection timed out'), { code: 'ETIMEDOUT' }))
      }, connectMs)
      socket.once('close', () => clearTimeout(late))
      socket.once('connect', () => clearTimeout(late))
    })
    request.end(body)
  })
}

/** An agent whose connections lead through a proxy. */
function tunnelling(https: typeof import('node:https'), proxy: URL, connectMs: number): SecureAgent {
  class TunnelAgent extends https.Agent {
    override createConnection(options: RequestOptions, made?: (error: Error | null, socket: Duplex) => void) {
      const { host, port } = options
      void connect(host ?? '', Number(port ?? 443)).then(
        (socket) => made?.(null, socket),
        // Where there is an error there is no connection, whatever the type says.
        (error: Error) => made?.(error, undefined as unknown as Duplex),
      )
      return undefined

      async function connect(name: string, at: number): Promise<Duplex> {
        const [tls, socket] = await Promise.all([import('node:tls'), tunnel(proxy, name, at, connectMs)])
        return tls.connect({ ...(options as ConnectionOptions), socket, servername: name })
      }
    }
  }
  return new TunnelAgent(KEPT)
}

/** Collects a body of text. @throws Failure when it is longer than `limit` bytes */
export async function readText({ body, headers }: Incoming, limit: number): Promise<string> {
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
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity')
    throw new Failure('The server compresses its answers although it was not asked to: tell whoever runs it.')
  return Buffer.concat(parts).toString('utf8')
}
