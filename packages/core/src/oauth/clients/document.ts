import { z } from 'zod'
import type { Context } from '../../context.ts'
import { fetchJson } from '../../outbound/fetch-json.ts'
import { HOUR_MS, later, SECOND_MS } from '../../times.ts'
import { invalidClient, OAuthError } from '../error.ts'
import type { Client } from './client.ts'
import { displayName, NOT_ALONE, ownName } from './client.ts'
import { PublicKeys } from './keys.ts'
import { knownScopes, readMetadata } from './registration.ts'
import { findStoredClient } from './store.ts'

const MAX_LENGTH = 2048
/** Maximum time for which the last valid copy is used while the document is unavailable. */
const STALE_HOURS = 24

/** The members of a document beyond those of registrations, and the forbidden ones (CIMD section 4). */
const Document = z.object({
  client_id: z.string(),
  client_name: z.string().min(1),
  token_endpoint_auth_method: z.enum(['none', 'private_key_jwt']).default('none'),
  jwks_uri: z.string().optional(),
  client_secret: z.never().optional(),
  client_secret_expires_at: z.never().optional(),
})

/** Whether a client_id is the address of a document: https with a path, in normalised form. */
export function isDocumentId(client_id: string): boolean {
  if (client_id.length > MAX_LENGTH || !client_id.startsWith('https://')) return false
  const url = URL.parse(client_id)
  if (!url || url.href !== client_id || url.username || url.password) return false
  return url.pathname !== '/' && !client_id.includes('#')
}

/**
 * The client of a document, fetched again when the copy is stale.
 * @throws OAuthError `invalid_client`, without details of the network
 */
export async function findDocumentClient(context: Context, client_id: string): Promise<Client> {
  if (!isDocumentId(client_id)) throw invalidClient()
  const at = context.now()
  const known = await context.store.read((reader) => findStoredClient(reader, client_id))
  if (known?.fresh_until && known.fresh_until > at) return known
  try {
    const client = await readDocument(context, client_id, known)
    await context.store.write(async (tx) => {
      const { oauth_clients: clients } = tx.tables
      const { id: _, used_at: __, created_at: ___, ...changes } = client
      await tx.db.insert(clients).values(client).onConflictDoUpdate({ target: clients.id, set: changes })
    })
    return client
  } catch (error) {
    if (known?.fresh_until && later(known.fresh_until, STALE_HOURS * HOUR_MS) > at) return known
    // The response omits the cause, which would reveal details of our network.
    throw new OAuthError(
      'invalid_client',
      'The metadata document of the client could not be read, or is not valid',
      error,
    )
  }
}

async function readDocument(context: Context, client_id: string, known: Client | undefined): Promise<Client> {
  const { value, maxAge } = await fetchJson(context.guard, client_id)
  const metadata = readMetadata(value)
  const document = Document.parse(value)
  if (document.client_id !== client_id) throw new Error('The document belongs to another client')
  if (displayName(document.client_name) === '') throw new Error('The document has no valid client_name')
  const name = ownName(document.client_name, new URL(client_id).host)
  const at = context.now()
  return {
    id: client_id,
    workspace_id: null,
    kind: 'document',
    name,
    redirect_uris: metadata.redirect_uris,
    scopes: knownScopes(metadata.scope),
    auth_method: document.token_endpoint_auth_method,
    jwks: metadata.jwks ?? (await fetchKeys(context, document.jwks_uri)),
    ...NOT_ALONE,
    source: new URL(client_id).hostname,
    fresh_until: later(at, maxAge * SECOND_MS),
    used_at: known?.used_at ?? null,
    created_at: known?.created_at ?? at,
    updated_at: at,
  }
}

async function fetchKeys({ guard }: Context, jwks_uri: string | undefined) {
  if (jwks_uri === undefined) return null
  return PublicKeys.parse((await fetchJson(guard, jwks_uri)).value)
}
