import { isObject, type JsonObject } from '../json.ts'

export interface Implementation extends JsonObject {
  name: string
  version: string
}

/** The description of a server in `initialize` or `server/discover`. */
export interface Identity {
  server: Implementation | undefined
  capabilities: JsonObject
  instructions: string | undefined
}

/** The usable parts of a server's description of itself, fresh or from the cache. */
export function identityOf({ server, capabilities, instructions }: JsonObject): Identity {
  const isNamed = isObject(server) && typeof server.name === 'string'
  const version = isNamed && typeof server.version === 'string' ? server.version : ''
  return {
    server: isNamed ? { ...server, name: String(server.name), version } : undefined,
    capabilities: isObject(capabilities) ? capabilities : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  }
}
