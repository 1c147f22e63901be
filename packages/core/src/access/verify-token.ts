import { findKeyByToken } from '../api-keys/store.ts'
import type { Audience, Caller } from '../caller.ts'
import { AppError } from '../errors.ts'
import { findApplicationToken } from '../oauth/tokens/application-tokens.ts'
import { findAccessToken } from '../oauth/tokens/grants.ts'
import type { Settings } from '../settings.ts'
import type { Store } from '../storage/database.ts'
import { NO_PLAN } from '../workspaces/plans.ts'
import { rightsOf, TOKEN_RIGHTS } from './rights.ts'
import type { Access, Scope } from './scopes.ts'

/** A token as verified in the database. */
export interface Verified {
  /** The callers by the endpoint that the token is presented to. */
  callers: Record<Audience, Caller>
  /** For OAuth tokens: the audience. */
  resource?: string
  /** The expiry, if there is one. */
  expires_at?: string
  /** Whether it is an OAuth token that has not been used yet. */
  isUnused?: boolean
}

interface Source {
  database: Pick<Store, 'read'>
  settings: Settings
}

/**
 * Looks a bearer token up in the database.
 * @throws AppError `invalid_token`
 */
export function verifyToken(source: Source, token: string, hash: string): Promise<Verified> {
  return token.startsWith('hr_at_') ? verifyAccessToken(source, hash) : verifyKey(source, hash)
}

async function verifyKey({ database, settings }: Source, hash: string): Promise<Verified> {
  const key = await database.read((reader) => findKeyByToken(reader, hash))
  if (!key) throw unknownToken()
  const rights: ReadonlySet<Access> = new Set([...(key.scopes as Scope[]), ...TOKEN_RIGHTS])
  const plan = settings.plans[key.plan] ?? NO_PLAN
  const callers = atEachEndpoint({
    kind: 'api_key',
    id: key.id,
    workspace_id: key.workspace_id,
    rights,
    plan,
    expires_at: key.expires_at,
  })
  return { callers, ...(key.expires_at === null ? {} : { expires_at: key.expires_at }) }
}

/** The granted scopes, restricted to the current rights of the person, or of the role of an application that acts alone. */
async function verifyAccessToken({ database, settings }: Source, hash: string): Promise<Verified> {
  const token = await database.read(async (reader) => {
    const ofGrant = await findAccessToken(reader, hash)
    if (ofGrant) return { ...ofGrant, kind: 'oauth' as const, id: ofGrant.grant_id }
    const own = await findApplicationToken(reader, hash)
    return own && { ...own, kind: 'application' as const, id: own.client_id, used_at: undefined }
  })
  if (!token) throw unknownToken()
  const { kind, id, workspace_id, resource, expires_at } = token
  // Only scopes are ever written there.
  const granted: ReadonlySet<Scope> = new Set(token.scopes as Scope[])
  const person_rights = rightsOf(token.role)
  const rights: ReadonlySet<Access> = new Set([
    ...[...granted].filter((scope) => person_rights.has(scope)),
    ...TOKEN_RIGHTS,
  ])
  const plan = settings.plans[token.plan] ?? NO_PLAN
  const person = { rights, person_rights, granted }
  const callers = atEachEndpoint({ kind, id, workspace_id, ...person, plan, expires_at })
  return { callers, resource, expires_at, isUnused: token.used_at === null }
}

function atEachEndpoint(caller: Caller): Record<Audience, Caller> {
  return { rest: { ...caller, audience: 'rest' }, mcp: { ...caller, audience: 'mcp' } }
}

function unknownToken(): AppError {
  return new AppError('invalid_token', 'The access token is unknown or was revoked')
}
