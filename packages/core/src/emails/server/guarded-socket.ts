import { connect, isIP, type Socket } from 'node:net'
import { BLOCKED, type Guard } from '../../outbound/guard.ts'

interface Target {
  host: string
  port: number
  /** Of the whole connection, in milliseconds. */
  timeout: number
}

type Opened = (error: Error | null, opened?: { connection: Socket }) => void

/**
 * Opens the connections of a mail server that the operator has not chosen: the guard checks the addresses at each
 * connection, because names can resolve to others at any time.
 */
export function guardedSocket({ allows, lookup }: Pick<Guard, 'allows' | 'lookup'>, { host, port, timeout }: Target) {
  return (_options: unknown, opened: Opened): void => {
    // Without a name to resolve, Node does not call `lookup`.
    if (isIP(host) && !allows(host)) {
      opened(failure(BLOCKED, `${host} is within a private network`))
      return
    }
    const connection = connect({ host, port, lookup, autoSelectFamily: true })
    const timer = setTimeout(() => connection.destroy(failure('ETIMEDOUT', 'Connection timeout')), timeout)
    const settle = (error: Error | null) => {
      clearTimeout(timer)
      connection.removeListener('error', settle)
      opened(error, error ? undefined : { connection })
    }
    connection.once('error', settle)
    connection.once('connect', () => settle(null))
  }
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
