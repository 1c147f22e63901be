import { Failure } from '../../errors/failure.ts'
import type { JsonObject } from '../../json.ts'
import type { Incoming } from '../../network/network.ts'
import { LEGACY, NEWEST_LEGACY } from '../../protocol/revisions.ts'
import { type Identity, identityOf } from '../../protocol/server-identity.ts'
import { WrongEra } from '../client.ts'

/** The session that the server's answer to `initialize` started. */
export interface Session {
  id: string | undefined
  version: string
  identity: Identity
  /** Ends the stream of what the server says unasked. */
  end: AbortController
}

/** @throws WrongEra where the server names a revision that has no sessions */
export function sessionOf(result: JsonObject, { headers }: Incoming): Session {
  const { protocolVersion, serverInfo, capabilities, instructions } = result
  const versions: readonly unknown[] = LEGACY
  if (!versions.includes(protocolVersion)) {
    // Servers that know only a newer revision may answer with its number.
    throw typeof protocolVersion === 'string' && protocolVersion > NEWEST_LEGACY
      ? new WrongEra()
      : new Failure('The server supports no revision of MCP that this mcp-bridge supports: update mcp-bridge.')
  }
  const id = headers['mcp-session-id']
  return {
    id: typeof id === 'string' ? id : undefined,
    version: String(protocolVersion),
    identity: identityOf({ server: serverInfo, capabilities, instructions }),
    end: new AbortController(),
  }
}
