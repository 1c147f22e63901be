import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { hashToken } from '../../secret/seal.ts'
import { preparedRows, type Reader } from '../../storage/database.ts'
import { unixTime } from '../../times.ts'
import { isOwnResource } from '../audience.ts'
import type { KnownClient } from '../clients/client.ts'
import { scopesNow, scopeText } from '../scope.ts'
import { findApplicationToken } from './application-tokens.ts'
import { findAccessToken, findRefreshToken } from './grants.ts'

/** RFC 7662 section 2.2, with the workspace and names, so that a client can show whose sign-in it has. */
export type Introspection =
  | { active: false }
  | {
      active: true
      scope: string
      client_id: string
      /** Only for access tokens. */
      token_type?: 'Bearer'
      exp: number
      iat: number
      /** The person, or the client that acts alone. */
      sub: string
      aud: string
      iss: string
      workspace_id: string
      /** The names of the person, if there is one, of the workspace, and of the client. */
      name?: string
      workspace_name?: string
      client_name: string
    }

/** The current state of a token. Tokens of other clients and those without access are inactive. */
export async function introspectToken(context: Context, client: KnownClient, token: string): Promise<Introspection> {
  const { settings, now } = context
  const token_hash = hashToken(token)
  const found = await context.store.read(async (reader) => {
    const access = await findAccessToken(reader, token_hash)
    if (access) return { ...access, ...(await namesOf(reader, access)), token_type: 'Bearer' as const }
    const own = await findApplicationToken(reader, token_hash)
    if (own) return { ...own, user_id: own.client_id, name: undefined, token_type: 'Bearer' as const }
    const refresh = await findRefreshToken(reader, token_hash)
    if (refresh?.revoked_at !== null || refresh.consumed_at !== null) return undefined
    return { ...refresh, ...(await namesOf(reader, refresh)) }
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
    ...(found.name !== undefined && { name: found.name }),
    ...(found.workspace_name !== undefined && { workspace_name: found.workspace_name }),
    client_name: client.name,
  }
}

interface Granted {
  user_id: string
  workspace_id: string
}

async function namesOf(reader: Reader, { user_id, workspace_id }: Granted) {
  const [names] = await preparedRows(
    reader,
    'introspection.names',
    ({ tables: { users, workspaces } }) => ({ name: users.name, workspace_name: workspaces.name }),
    ({ db, tables: { memberships, users, workspaces } }, columns) =>
      db
        .select(columns)
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.user_id))
        .innerJoin(workspaces, eq(workspaces.id, memberships.workspace_id))
        .where(
          and(
            eq(memberships.workspace_id, sql.placeholder('workspace_id')),
            eq(memberships.user_id, sql.placeholder('user_id')),
          ),
        ),
    { user_id, workspace_id },
  )
  return names
}
