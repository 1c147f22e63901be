import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BridgeError } from '../../errors/bridge-error.ts'
import { errorCode } from '../../errors/system-code.ts'
import { isLoopback } from '../../network/loopback.ts'
import { page } from './callback-page.ts'

export const DEFAULT_CALLBACK_PATH = '/callback'
const TRIES = 5
/** How long a page that is being sent may still take. */
const LINGER = 1_000

/** How the answer to the authorization request was taken: `stranger` belongs to no sign-in of ours, and changes nothing. */
export type Taken = 'signed-in' | 'failed' | 'stranger'

export interface Callback {
  port: number
  close(): Promise<void>
}

/**
 * Listens on this machine alone, on both families, as long as a sign-in is pending (RFC 8252 section 7.3). The browser
 * gets its page when `take` is done, so that a page that says signed in is true.
 * @param port 0 for any that is free
 */
export async function openCallback(
  port: number,
  path: string,
  take: (parameters: URLSearchParams) => Promise<Taken>,
): Promise<Callback> {
  const handler = (request: IncomingMessage, response: ServerResponse) => void answer(request, response, path, take)
  for (let tries = 1; ; tries++) {
    const four = createServer(handler)
    const six = createServer(handler)
    await listen(four, port, '127.0.0.1')
    // Node's type includes the path of a pipe, which a port is not.
    const bound = (four.address() as AddressInfo).port
    try {
      await listen(six, bound, '::1')
    } catch (error) {
      const code = errorCode(error)
      if (code === 'EADDRINUSE' && port === 0 && tries < TRIES) {
        await close(four)
        continue
      }
      // A machine without IPv6 sends no browser there.
      if (!['EADDRINUSE', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EACCES'].includes(code)) throw error
    }
    return {
      port: bound,
      async close() {
        await Promise.all([close(four), close(six)])
      },
    }
  }
}

/** Whether a port that was asked for is taken by another program. */
export function isPortTaken(error: unknown): boolean {
  return ['EADDRINUSE', 'EACCES'].includes(errorCode(error))
}

export function portTaken(port: number): BridgeError {
  return new BridgeError(
    'invalid_option',
    `Port ${port} of this machine is in use: end what uses it, or choose another --callback-port.`,
  )
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  take: (parameters: URLSearchParams) => Promise<Taken>,
): Promise<void> {
  const url = URL.parse(request.url ?? '', `http://${request.headers.host}`)
  // A foreign name that leads here (DNS rebinding) is refused.
  if (!url || !isLoopback(url.hostname) || url.pathname !== path) return page(response, 'nothing')
  if (request.method !== 'GET') return page(response, 'nothing')
  page(response, await take(url.searchParams))
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Pages being sent are finished; connections that a browser keeps open are not waited for. */
function close(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve()
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), LINGER).unref()
  })
}
