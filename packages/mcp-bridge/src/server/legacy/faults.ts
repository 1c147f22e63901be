import { BridgeError } from '../../errors/bridge-error.ts'
import { Failure } from '../../errors/failure.ts'
import { type Incoming, readText } from '../../network/network.ts'
import { CODE, type Message, RpcError } from '../../protocol/messages.ts'
import { WrongEra } from '../client.ts'
import { LONGEST_ANSWER, notMcp, parseMessage } from '../http/responses.ts'
import type { Session } from './session.ts'

/** The server has forgotten the session. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost'
  /** The request was surely not carried out, so that it may be sent again whatever it does. */
  readonly isUnsent: boolean

  constructor(isUnsent: boolean) {
    super()
    this.isUnsent = isUnsent
  }
}

/** The meaning of a status other than 200. @param session undefined for `initialize` itself */
export async function faultOf(incoming: Incoming, session?: Session): Promise<Error> {
  const { status } = incoming
  const message = parseMessage(await readText(incoming, LONGEST_ANSWER).catch(() => ''))
  const aboutSession = status === 404 || (status === 400 && /session/i.test(message?.error?.message ?? ''))
  if (session?.id !== undefined && aboutSession) return new SessionLost(status === 404)
  if (!session && status < 500) {
    const refused = message?.error && `The server refuses to begin a session: ${message.error.message}`
    return new WrongEra(refused ?? notMcp(incoming).message)
  }
  // The codes of 2026-07-28: the server has become one of that era.
  const { code = 0 } = message?.error ?? {}
  if (code <= CODE.headerMismatch && code >= CODE.unsupportedVersion) return new WrongEra()
  if (message?.error) return new RpcError(message.error.code, String(message.error.message), message.error.data)
  if (status >= 500)
    return new Failure(`The server failed with an internal error (${status}): call again later, or tell its operator.`)
  return new WrongEra(notMcp(incoming).message)
}

export function isTimeOut(error: unknown): boolean {
  return error instanceof BridgeError && error.code === 'timeout'
}

export function rpcErrorOf(error: unknown): NonNullable<Message['error']> {
  if (error instanceof RpcError) return { code: error.code, message: error.message, data: error.data }
  return { code: CODE.internal, message: error instanceof Error ? error.message : String(error) }
}
