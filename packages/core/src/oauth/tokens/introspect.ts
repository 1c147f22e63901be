import type { Context } from '../../context.ts'
import { hashToken } from '../../seal.ts'
import { unixTime } from '../../times.ts'
import { isOwnResource } from '../audience.ts'
import type { KnownClient } from '../clients/client.ts'
import { scopesNow, scopeText } from '../scope.ts'
import { findAccessToken, findRefreshToken } from './grants.ts'

/** RFC 7662 section 2.2, and the workspace. */
export type Introspection =
  | { active: false }
  | {
      active: true
      scope: string
      client_id: string
      /** Of access tokens alone. */
      token_type?: 'Bearer'
      exp: number
      iat: number
      sub: string
      aud: string
      iss: string
      workspace_id: string
    }

/** What a token is worth now. Another client's is as good as none, and so is one that opens nothing at the moment. */
export async function introspectToken(context: Context, client: KnownClient, token: string): Promise<Introspection> {
  const { settings, now } = context
  const token_hash = hashToken(token)
  const found = await context.store.read(async (reader) => {
    const access = await findAccessToken(reader, token_hash)
    if (access) return { ...access, token_type: 'Bearer' as const }
    const refresh = await findRefreshToken(reader, token_hash)
    return refresh?.revoked_at === null && refresh.consumed_at === null ? refresh : undefined
  })
  if (!found || found.client_id !== client.id || found.expires_at <= now()) return { active: false }
  if (!isOwnResource(settings, found.resource)) return { active: false }
  const scopes = scopesNow(settings, found)
  if (scopes.length === 0) return { active: false }
  return {
    active: true,
    scope: scopeText(scopes),
    client_id: found.client_id,
    ...('token_type' in found ? { token_type: found.token_type } : {}),
    exp: unixTime(found.expires_at),
    iat: unixTime(found.created_at),
    sub: found.user_id,
    aud: found.resource,
    iss: settings.publicUrl,
    workspace_id: found.workspace_id,
  }
}
