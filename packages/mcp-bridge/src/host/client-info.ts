import {
  CODE,
  type Era,
  type Fields,
  type Implementation,
  isFields,
  META,
  MODERN,
  metaOf,
  RpcError,
} from '../protocol.ts'
import type { Host } from '../server/client.ts'
import { VERSION } from '../version.ts'

/** Who the bridge is where no host has described itself. */
export const NOBODY: Host = { client: { name: 'mcp-bridge', version: VERSION }, capabilities: {} }

/** The host as `initialize` describes it. */
export function hostOfInitialize({ clientInfo, capabilities }: Fields): Host {
  // Tasks are another thing in each era, and the bridge keeps none.
  const { tasks: _, ...own } = isFields(capabilities) ? capabilities : {}
  return { client: isFields(clientInfo) ? (clientInfo as Implementation) : NOBODY.client, capabilities: own }
}

export function eraOf(params: Fields): Era {
  return META.version in metaOf(params) ? 'modern' : 'legacy'
}

/** The host as the envelope of a request describes it. @throws RpcError where it is no envelope of 2026-07-28 */
export function hostOfEnvelope(params: Fields): Host {
  const { [META.version]: version, [META.capabilities]: capabilities, [META.client]: client, ...meta } = metaOf(params)
  if (version !== MODERN)
    throw new RpcError(CODE.unsupportedVersion, `Unsupported protocol version: ${String(version)}`, {
      supported: [MODERN],
      requested: version,
    })
  if (!isFields(capabilities))
    throw new RpcError(CODE.invalidParams, `_meta needs ${META.capabilities}, an object, on every request`)
  const logLevel = meta[META.logLevel]
  return {
    client: isFields(client) ? (client as Implementation) : NOBODY.client,
    capabilities,
    ...(typeof logLevel === 'string' && { logLevel }),
  }
}
