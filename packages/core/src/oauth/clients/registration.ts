import { z } from 'zod'
import { ALL_SCOPES, DEFAULT_SCOPES, parseScope, type Scope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { OAuthError } from '../error.ts'
import { AUTH_METHODS, type Client, NOT_ALONE, ownName } from './client.ts'
import { PublicKeys } from './keys.ts'
import { redirectProblem } from './redirect-uri.ts'
import { addSecret, insertClient } from './store.ts'
import { limitUnusedClients } from './unused-limit.ts'

const MAX_REDIRECT_URIS = 20
/** After an hour, the oldest registrations of a crowded network can be evicted. */
const RETRY_SECONDS = 3600
/** Registrations are serialised, so that the limits hold. */
const LOCK = 'oauth_registrations'

/** The metadata of registrations and documents. Unknown members are ignored (RFC 7591 section 2). */
export const ClientMetadata = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECT_URIS),
  token_endpoint_auth_method: z.enum(AUTH_METHODS).optional(),
  grant_types: z.array(z.string()).default(['authorization_code', 'refresh_token']),
  response_types: z.array(z.string()).default(['code']),
  scope: z.string().max(1000).optional(),
  jwks: PublicKeys.optional(),
})

export interface Registered {
  client: Client
  /** For confidential clients; not stored in plain text. */
  client_secret: string | undefined
}

/**
 * Dynamic registration (RFC 7591), which is open to all and therefore limited: unused clients are deleted after a day.
 * @param source the network of the request
 * @throws OAuthError `invalid_redirect_uri`, `invalid_client_metadata`
 * @throws AppError `rate_limited` if that network has too many unused registrations
 */
export async function registerClient(context: Context, raw: unknown, source: string): Promise<Registered> {
  const metadata = readMetadata(raw)
  const { token_endpoint_auth_method: auth_method = 'client_secret_basic', jwks = null } = metadata
  if (auth_method === 'private_key_jwt' && !jwks)
    throw new OAuthError('invalid_client_metadata', 'private_key_jwt requires the keys of the client: jwks')
  const at = context.now()
  const client: Client = {
    id: newId(),
    workspace_id: null,
    kind: 'registration',
    name: ownName(metadata.client_name, 'Unnamed application'),
    redirect_uris: metadata.redirect_uris,
    scopes: knownScopes(metadata.scope),
    auth_method,
    jwks,
    ...NOT_ALONE,
    source,
    fresh_until: null,
    used_at: null,
    created_at: at,
    updated_at: at,
  }
  const hasSecret = auth_method === 'client_secret_basic' || auth_method === 'client_secret_post'
  return context.store.write(async (tx) => {
    await tx.connection.dialect.lockRecord(tx.connection, LOCK)
    if (!(await limitUnusedClients(tx, { source, at })))
      throw new AppError('rate_limited', 'Your network has too many unused registrations. Try again later', {
        retryAfter: RETRY_SECONDS,
      })
    await insertClient(tx, client)
    return { client, client_secret: hasSecret ? await addSecret(tx, client.id, at) : undefined }
  })
}

/** @throws OAuthError `invalid_redirect_uri`, `invalid_client_metadata` */
export function readMetadata(raw: unknown): z.output<typeof ClientMetadata> {
  const read = ClientMetadata.safeParse(raw)
  if (!read.success) {
    const fields = [...new Set(read.error.issues.map(({ path }) => String(path[0] ?? 'the body')))]
    const code = fields.includes('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    throw new OAuthError(code, `Missing or not valid: ${fields.join(', ')}`)
  }
  const { redirect_uris, grant_types, response_types } = read.data
  for (const uri of redirect_uris) {
    const problem = redirectProblem(uri)
    if (problem) throw new OAuthError('invalid_redirect_uri', `A redirect URI ${problem}`)
  }
  if (!grant_types.includes('authorization_code') || !response_types.includes('code'))
    throw new OAuthError(
      'invalid_client_metadata',
      'This server supports only the authorization_code grant, with the response type code',
    )
  return read.data
}

/** Unknown scopes are dropped (RFC 7591 section 3.2.1); without any, the default ones apply. */
export function knownScopes(scope: string | undefined): Scope[] {
  const known = (scope ?? '').split(' ').map(parseScope)
  const scopes = ALL_SCOPES.filter((name) => known.includes(name))
  return scopes.length > 0 ? scopes : [...DEFAULT_SCOPES]
}
