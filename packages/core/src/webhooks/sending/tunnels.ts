import { Socket } from 'node:net'
import type { buildConnector } from 'undici'

/** The proxy did not open a tunnel. */
export class ProxyRefusal extends Error {
  override readonly name = 'ProxyRefusal'
  readonly code = 'ERR_PROXY'
}

export interface Tunnels {
  readonly connect: buildConnector.connector
  close(): Promise<void>
}

/**
 * Opens connections through a proxy (RFC 9110 section 9.3.6), also for plain http, so that no proxy can read or change
 * https content. The proxy resolves names, and so has to reject those that resolve to a private network.
 */
export function createTunnels(undici: typeof import('undici'), proxy: string, timeout: number): Tunnels {
  const { origin, username, password } = new URL(proxy)
  const entry = new undici.Pool(origin, { connect: { timeout } })
  const secure = undici.buildConnector({ timeout })
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers = username ? { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` } : {}

  const connect: buildConnector.connector = (to, callback) => {
    const host = to.host ?? to.hostname
    const path = to.port ? host : `${host}:${to.protocol === 'https:' ? 443 : 80}`
    entry.connect({ path, headers: { ...headers, host: path }, signal: AbortSignal.timeout(timeout) }).then(
      ({ statusCode, socket }) => {
        // The type of undici is only that of a stream.
        if (statusCode !== 200 || !(socket instanceof Socket)) {
          socket.on('error', () => undefined).destroy()
          return callback(new ProxyRefusal(`The proxy answered ${statusCode}`), null)
        }
        if (to.protocol !== 'https:') return callback(null, socket)
        secure({ ...to, httpSocket: socket }, callback)
      },
      (error) => callback(new ProxyRefusal('The proxy could not be reached', { cause: error }), null),
    )
  }

  return { connect, close: () => entry.destroy() }
}
