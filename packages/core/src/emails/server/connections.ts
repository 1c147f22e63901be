import { type Sender, senderOf } from '../sender.ts'
import { createTransport, type Transport } from '../transport.ts'
import type { CurrentServer } from './mail.ts'
import { createOutage, type Outage } from './outage.ts'

/** The connections to a mail server, with the state of its outage. */
export interface Connected {
  revision: string
  transport: Transport
  outage: Outage
  sender: Sender
}

/** The connections of this process to the mail server in effect. */
export interface Connections {
  /** The connections to a server: new ones after a change. Mail under way is still sent by the former server. */
  to(server: CurrentServer): Connected
  /** The connections that were used last. */
  last(): Connected | undefined
  close(): void
}

export function createConnections(onError: (error: unknown) => void): Connections {
  let used: Connected | undefined
  return {
    to({ revision, address, sender }) {
      if (used?.revision === revision) return used
      used?.transport.retire()
      const transport = createTransport(address, onError)
      used = { revision, transport, outage: createOutage(transport), sender: senderOf(sender) }
      return used
    },
    last: () => used,
    close: () => used?.transport.close(),
  }
}
