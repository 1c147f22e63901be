import type { JsonObject } from '../json.ts'
import { CODE, type Message, RpcError } from '../protocol/messages.ts'
import type { HostInfo } from '../protocol/request-context.ts'
import type { Era } from '../protocol/revisions.ts'
import { NO_HOST } from './host-info.ts'
import { openPendingInput, type PendingInput } from './pending-input.ts'
import type { HostTransport } from './transport.ts'

/** The host, as it last described itself, and the ways to reach it. */
export interface HostSession {
  info(): HostInfo
  /** The era that the host speaks; undefined before its first message. */
  era(): Era | undefined
  /** @returns whether this is the first sign of the host */
  greet(info: HostInfo, era: Era): boolean
  setLogLevel(level: string): void
  send(message: Message): void
  notify(method: string, params: JsonObject): void
  /** Asks the host on the server's behalf. @throws RpcError where it cannot be asked this, or answers with an error */
  request(method: string, params: JsonObject, signal?: AbortSignal): Promise<JsonObject>
  /** Requests of a modern host that wait for its answers to an older server's questions. */
  pendingInput: PendingInput
}

export function openHostSession(transport: Pick<HostTransport, 'send' | 'request'>): HostSession {
  const pendingInput = openPendingInput()
  let info = NO_HOST
  let era: Era | undefined

  return {
    info: () => info,
    era: () => era,
    greet(own, ownEra) {
      const isFirst = era === undefined
      info = own
      era = ownEra
      return isFirst
    },
    setLogLevel: (level) => {
      info = { ...info, logLevel: level }
    },
    send: (message) => transport.send(message),
    notify: (method, params) => transport.send({ jsonrpc: '2.0', method, params }),
    async request(method, params, signal) {
      const [area = ''] = method.split('/')
      const isAble = area in info.capabilities
      const asked = era === 'modern' && isAble ? pendingInput.ask(method, params, signal) : undefined
      if (asked) return asked
      if (era !== 'legacy' || !isAble)
        throw new RpcError(CODE.unknownMethod, `The application does not support ${method}`)
      return transport.request(method, params, signal)
    },
    pendingInput,
  }
}
