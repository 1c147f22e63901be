import { isObject, type JsonObject } from '../json.ts'
import { CODE, RpcError } from '../protocol/messages.ts'
import type { HostInfo } from '../protocol/request-context.ts'
import { acrossEras, type Era, META, MODERN, metaOf } from '../protocol/revisions.ts'
import type { Implementation } from '../protocol/server-identity.ts'
import { VERSION } from '../version.ts'

/** The client information for servers if no host has described itself. */
export const NO_HOST: HostInfo = { client: { name: 'mcp-bridge', version: VERSION }, capabilities: {} }

/** The host as `initialize` describes it. */
export function hostInInitialize({ clientInfo, capabilities }: JsonObject): HostInfo {
  return {
    client: isObject(clientInfo) ? (clientInfo as Implementation) : NO_HOST.client,
    capabilities: acrossEras(isObject(capabilities) ? capabilities : {}),
  }
}

export function eraOf(params: JsonObject): Era {
  return META.version in metaOf(params) ? 'modern' : 'legacy'
}

/** The host as the envelope of a request describes it. @throws RpcError where it is no envelope of 2026-07-28 */
export function hostInEnvelope(params: JsonObject): HostInfo {
  const { [META.version]: version, [META.capabilities]: capabilities, [META.client]: client, ...meta } = metaOf(params)
  if (version !== MODERN)
    throw new RpcError(CODE.unsupportedVersion, `Unsupported protocol version: ${String(version)}`, {
      supported: [MODERN],
      requested: version,
    })
  if (!isObject(capabilities))
    throw new RpcError(CODE.invalidParams, `_meta needs ${META.capabilities}, an object, on every request`)
  const logLevel = meta[META.logLevel]
  return {
    client: isObject(client) ? (client as Implementation) : NO_HOST.client,
    capabilities,
    ...(typeof logLevel === 'string' && { logLevel }),
  }
}
