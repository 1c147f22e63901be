import { isObject, type JsonObject } from '../../json.ts'
import { CODE, RpcError } from '../../protocol/messages.ts'
import type { RequestContext } from '../../protocol/request-context.ts'
import { META, MODERN, metaOf } from '../../protocol/revisions.ts'
import { type Identity, identityOf } from '../../protocol/server-identity.ts'
import { type ServerClient, WrongEra } from '../client.ts'

/** @throws WrongEra where the server does not support this revision */
export async function discover(request: ServerClient['request'], context: RequestContext): Promise<Identity> {
  return identityIn(await ask(request, context))
}

/** Asks once more where the server took offence at a version that it supports after all. */
async function ask(request: ServerClient['request'], context: RequestContext): Promise<JsonObject> {
  try {
    return await request('server/discover', {}, context)
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== CODE.unsupportedVersion) throw error
    if (!supportedBy(error.data).includes(MODERN)) throw new WrongEra()
    return request('server/discover', {}, context)
  }
}

function supportedBy(data: unknown): unknown[] {
  return isObject(data) && Array.isArray(data.supported) ? data.supported : []
}

function identityIn(result: JsonObject): Identity {
  const versions = Array.isArray(result.supportedVersions) ? result.supportedVersions : undefined
  if (!versions) throw new WrongEra()
  if (!versions.includes(MODERN)) throw new WrongEra()
  return identityOf({ ...result, server: metaOf(result)[META.server] ?? result.serverInfo })
}
