import { isObject, type JsonObject } from '../json.ts'
import { acrossEras, type Era, LEGACY, META, MODERN, NEWEST_LEGACY } from '../protocol/revisions.ts'
import type { Identity } from '../protocol/server-identity.ts'
import { VERSION } from '../version.ts'

/** The server information for an unknown server: all capabilities that the bridge can answer for. */
const UNKNOWN: JsonObject = { tools: {}, resources: { subscribe: true }, prompts: {}, logging: {}, completions: {} }

/** The answer to `initialize`. @param trouble why the server did not describe itself */
export function initializeResult(
  identity: Identity | undefined,
  url: URL,
  requested: unknown,
  trouble: string | undefined,
): JsonObject {
  const versions: readonly unknown[] = LEGACY
  return {
    protocolVersion: versions.includes(requested) ? requested : NEWEST_LEGACY,
    capabilities: capabilitiesFor('legacy', identity),
    serverInfo: serverOf(identity, url),
    ...instructionsOf(identity, trouble),
  }
}

/** The answer to `server/discover`. @param trouble as above */
export function discoverResult(identity: Identity | undefined, url: URL, trouble: string | undefined): JsonObject {
  return {
    resultType: 'complete',
    supportedVersions: [MODERN],
    capabilities: capabilitiesFor('modern', identity),
    ...instructionsOf(identity, trouble),
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { [META.server]: serverOf(identity, url) },
  }
}

function instructionsOf(identity: Identity | undefined, trouble: string | undefined) {
  const instructions = identity ? identity.instructions : trouble
  return instructions !== undefined && { instructions }
}

export function serverOf(identity: Identity | undefined, url: URL) {
  return identity?.server ?? { name: url.host, version: VERSION }
}

/** Lists change with every sign-in, so their changes are told whatever the server says; tasks do not cross eras. */
function capabilitiesFor(era: Era, identity: Identity | undefined): JsonObject {
  const own = identity?.capabilities ?? UNKNOWN
  const changing = ['tools', 'resources', 'prompts'].filter((name) => name === 'tools' || isObject(own[name]))
  const listed = changing.map((name) => [name, { ...(isObject(own[name]) && own[name]), listChanged: true }])
  const { tasks: _, ...told } = era === 'legacy' ? acrossEras(own) : own
  return { ...told, ...Object.fromEntries(listed) }
}
