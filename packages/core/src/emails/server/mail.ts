import type { Guard } from '../../outbound/guard.ts'
import type { Sealer } from '../../secret/seal.ts'
import type { Reader } from '../../storage/database.ts'
import { addressOf, type MailOptions, type ServerAddress } from '../transport.ts'
import { findMailServer, type MailServerRow } from './store.ts'

/** The mail server in effect. */
export interface CurrentServer {
  source: 'environment' | 'console'
  /** Differs after each change. */
  revision: string
  address: ServerAddress
  /** The sender of all mail: `Handrail <no-reply@example.com>`. */
  sender: string
}

/** @internal The mail server of the instance: that of the environment, or the one set in the console. */
export interface Mail {
  /** Whether one can be set in the console: not if the environment has one, nor in a demo. */
  readonly isSettable: boolean
  /**
   * The server in effect; undefined without one. It is read from the database each time, because any process can
   * change it.
   */
  server(reader: Reader): Promise<CurrentServer | undefined>
  /** Whether there is one. Without one, members pass links on themselves. */
  sends(reader: Reader): Promise<boolean>
}

/** The mail settings of the environment. */
export interface GivenMail extends Partial<MailOptions> {
  /** Whether due mail is sent in the background. Defaults to true. */
  send?: boolean
  /** Whether a mail server can be set in the console if none is given. Defaults to true. */
  settable?: boolean
}

interface Services {
  sealer: Sealer
  guard: Guard
}

/** @internal */
export function createMail({ url, from, settable: isSettable = true }: GivenMail, { sealer, guard }: Services): Mail {
  if (url !== undefined && from !== undefined) {
    const source = 'environment'
    const server: CurrentServer = { source, revision: source, address: addressOf(url), sender: from }
    return { isSettable: false, server: async () => server, sends: async () => true }
  }
  if (!isSettable) return { isSettable, server: async () => undefined, sends: async () => false }
  return {
    isSettable,
    async server(reader) {
      const row = await findMailServer(reader)
      if (!row) return undefined
      const address = { ...storedAddressOf(row, sealer), guard }
      return { source: 'console', revision: row.revision, address, sender: row.sender }
    },
    sends: async (reader) => (await findMailServer(reader)) !== undefined,
  }
}

function storedAddressOf(row: MailServerRow, sealer: Sealer): ServerAddress {
  const { host, port, encryption, username, sealed_password: sealed } = row
  return { host, port, encryption, username: username ?? '', password: sealed === null ? '' : sealer.open(sealed) }
}
