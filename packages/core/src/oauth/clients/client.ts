import type { Scope } from '../../access/scopes.ts'
import type { StoredKeys } from '../../storage/tables/oauth-clients.ts'

/**
 * `application`: of a workspace's Developer Settings. `registration`: registered itself (RFC 7591).
 * `document`: its client_id is the address of its metadata (draft-ietf-oauth-client-id-metadata-document).
 */
type ClientKind = 'application' | 'registration' | 'document'

/** How a client proves who it is at the token endpoint (RFC 7591 section 2). */
export const AUTH_METHODS = ['client_secret_post', 'client_secret_basic', 'none', 'private_key_jwt'] as const
export type AuthMethod = (typeof AUTH_METHODS)[number]

/** Whoever may ask for tokens. */
export interface Client {
  id: string
  workspace_id: string | null
  kind: ClientKind
  name: string
  redirect_uris: string[]
  scopes: Scope[]
  auth_method: AuthMethod
  jwks: StoredKeys | null
  source: string | null
  fresh_until: string | null
  used_at: string | null
  created_at: string
  updated_at: string
}

/** What is asked of a client that comes back: how it proves who it is, and whether it still comes. */
export type KnownClient = Pick<Client, 'id' | 'kind' | 'name' | 'auth_method' | 'jwks' | 'used_at'>

const MAX_NAME = 100

/** What is drawn as nothing or as a blank, though some of it counts as letters and symbols (U+3164, U+2800). */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** A name fit to be shown: without what is invisible or turns the direction of text around (Unicode TR 36). */
export function displayName(name: string): string {
  const visible = name.normalize('NFKC').replace(/\s+/g, ' ').replace(INVISIBLE, '')
  return [...visible].slice(0, MAX_NAME).join('').trim()
}

/** The name that a client gives itself; where that is no name, or is ours, what stands for none. */
export function ownName(name: string | undefined, otherwise: string): string {
  const shown = displayName(name ?? '')
  return shown === '' || /^handrail/.test(lettersOf(shown)) ? otherwise : shown
}

function lettersOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
}
