import type { buildConnector, Dispatcher, Pool } from 'undici'
import type { Guard } from '../../outbound/guard.ts'
import { passOverContinue } from './continue.ts'
import { createTunnels } from './tunnels.ts'

const CONNECT_MS = 5000

type Undici = typeof import('undici')

/** The connections to one origin. */
export interface Connections {
  readonly pool: Pool
  /** The network address of a request of this pool; with a proxy, that of the proxy. */
  addressOf(request: Dispatcher.DispatchOptions): string | undefined
}

export interface ConnectionOptions {
  guard: Guard
  /** Maximum number of connections to one endpoint. */
  connections: number
  /** The proxy of all connections: `http://user:password@proxy.example:3128`. */
  proxy?: string | undefined
}

/** Opens connections: to addresses that the guard allows, or through the proxy, which then has to guard. */
export interface Opener {
  open(origin: string): Connections
  close(): Promise<void>
}

export function createOpener(undici: Undici, { guard, connections, proxy }: ConnectionOptions): Opener {
  const tunnels = proxy === undefined ? undefined : createTunnels(undici, proxy, CONNECT_MS)
  const connect = tunnels?.connect ?? undici.buildConnector({ timeout: CONNECT_MS, lookup: guard.lookup })

  function open(origin: string): Connections {
    const reached = new WeakMap<object, { address: string | undefined }>()

    /** A connection that records its requests. */
    function factory(url: URL, options: object): Dispatcher {
      const key: { address: string | undefined } = { address: undefined }
      const noting: buildConnector.connector = (to, callback) =>
        connect(to, (...outcome) => {
          const [, socket] = outcome
          key.address = socket?.remoteAddress
          if (socket) passOverContinue(socket)
          callback(...outcome)
        })
      const client = new undici.Client(url, { ...options, connect: noting })
      const dispatch = client.dispatch.bind(client)
      client.dispatch = (request, handler) => {
        reached.set(request, key)
        return dispatch(request, handler)
      }
      return client
    }

    const pool = new undici.Pool(origin, { connections, pipelining: 1, keepAliveTimeout: 10_000, factory })
    return { pool, addressOf: (request) => reached.get(request)?.address }
  }

  return { open, close: async () => tunnels?.close() }
}
