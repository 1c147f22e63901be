import type { SMTPServerSession } from 'smtp-server'
import { networkOf } from '../../access/network.ts'

const MOST_OF_NETWORK = 10
const MAX_UNKNOWN = 5

type Session = Pick<SMTPServerSession, 'id' | 'remoteAddress'>

/** The open connections by network. */
export interface Connections {
  /** @returns whether it is one of those that are allowed */
  open(session: Session): boolean
  whenClosed(session: Session, work: () => void): void
  close(session: Session): void
  /** Counts a mail that begins. @returns the number of mails of the connection */
  countMail(session: Session): number
  /** Counts a recipient that does not exist. @returns whether the connection has to end */
  countUnknown(session: Session): boolean
}

export function createConnections(): Connections {
  const byNetwork = new Map<string, number>()
  const open = new Map<string, { network: string; unknown: number; mails: number; work: () => void }>()
  return {
    open({ id, remoteAddress }) {
      const network = networkOf(remoteAddress)
      const count = byNetwork.get(network) ?? 0
      if (count >= MOST_OF_NETWORK) return false
      byNetwork.set(network, count + 1)
      open.set(id, { network, unknown: 0, mails: 0, work: () => undefined })
      return true
    },
    whenClosed({ id }, work) {
      const connection = open.get(id)
      if (connection) connection.work = work
    },
    close({ id }) {
      const connection = open.get(id)
      if (!connection) return
      open.delete(id)
      connection.work()
      const count = (byNetwork.get(connection.network) ?? 1) - 1
      if (count > 0) byNetwork.set(connection.network, count)
      else byNetwork.delete(connection.network)
    },
    countMail({ id }) {
      const connection = open.get(id)
      if (!connection) return 0
      connection.mails++
      return connection.mails
    },
    countUnknown({ id }) {
      const connection = open.get(id)
      if (!connection) return false
      connection.unknown++
      return connection.unknown >= MAX_UNKNOWN
    },
  }
}
