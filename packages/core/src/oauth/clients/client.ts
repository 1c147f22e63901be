import type { Scope } from '../../access/scopes.ts'
import { INVISIBLE } from '../../fields/visible.ts'
import type { StoredKeys } from '../../storage/tables/oauth-clients.ts'

/**
 * The kinds of clients. `application`: created in the developer settings of a workspace. `registration`: registered
 * itself (RFC 7591). `document`: its client_id is the address of its metadata
 * (draft-ietf-oauth-client-id-metadata-document).
 */
type ClientKind = 'application' | 'registration' | 'document'

/** The authentication methods of clients at the token endpoint (RFC 7591 section 2). */
export const AUTH_METHODS = ['client_secret_post', 'client_secret_basic', 'none', 'private_key_jwt'] as const
export type AuthMethod = (typeof AUTH_METHODS)[number]

/** A client that can request tokens. */
export interface Client {
  id: string
  workspace_id: string | null
  kind: ClientKind
  name: string
  redirect_uris: string[]
  scopes: Scope[]
  auth_method: AuthMethod
  jwks: StoredKeys | null
  jwks_uri: string | null
  /** The role with which an application gets tokens for itself; null: it cannot. */
  client_credentials_role: string | null
  last_acted_at: string | null
  source: string | null
  fresh_until: string | null
  used_at: string | null
  created_at: string
  updated_at: string
}

/** Members of clients that registered themselves: they act for people alone, and their keys are fetched with their document. */
export const NOT_ALONE = { jwks_uri: null, client_credentials_role: null, last_acted_at: null } as const

/** The data of a returning client that is needed to authenticate it and to record its use. */
export type KnownClient = Pick<
  Client,
  'id' | 'workspace_id' | 'kind' | 'name' | 'auth_method' | 'jwks' | 'jwks_uri' | 'fresh_until' | 'used_at'
>

/** A client that has proved its identity. */
export interface AuthenticatedClient extends KnownClient {
  /** What it proved it with: the hash of a secret, or the thumbprint of a key; null for public clients. */
  credential: string | null
}

const MAX_NAME = 100

/** No language needs more marks on a letter, and more would overlap other text. */
const MAX_MARKS = 2

/** Removes marks without a letter, and limits those on one letter. */
function withoutStrayMarks(text: string): string {
  let marksLeft = 0
  let kept = ''
  for (const character of text) {
    const isMark = /\p{M}/u.test(character)
    if (!isMark) marksLeft = /[\p{L}\p{N}]/u.test(character) ? MAX_MARKS : 0
    else if (marksLeft-- <= 0) continue
    kept += character
  }
  return kept
}

/** A sanitised name: without invisible characters, direction changes and stacked marks (Unicode TR 36). */
export function displayName(name: string): string {
  const visible = withoutStrayMarks(name.normalize('NFKC').replace(/\s+/g, ' ').replace(INVISIBLE, ''))
  return [...visible].slice(0, MAX_NAME).join('').trim()
}

/** The name of a client, or a fallback if it is empty, resembles ours or is an address. */
export function ownName(name: string | undefined, otherwise: string): string {
  const shown = displayName(name ?? '')
  return shown === '' || /^handrail/.test(skeletonOf(shown)) || isAddress(shown) ? otherwise : shown
}

/** A scheme, `www.`, a host name or an IPv4 address; `Node.js` is none. NFKC has made dots of other characters but the ideographic one. */
const ADDRESS =
  /[a-z][a-z\d+.-]{0,20}:\/\/|\bwww\.|[\p{L}\p{N}][.\u3002](?!js(?![\p{L}\p{N}]))(?:\p{L}{2,63}|xn--)|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu

/** Whether a name contains an address, which people would take for the verified destination: `https://claude.ai`, `claude.ai`. */
function isAddress(name: string): boolean {
  return ADDRESS.test(name)
}

/** Scripts with letters that look alike. */
const LOOKING_ALIKE = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)

/** Whether a name mixes letters of scripts that look alike, as impersonations do (Unicode TS 39). */
export function mixesScripts(name: string): boolean {
  return LOOKING_ALIKE.filter((script) => script.test(name)).length > 1
}

/** Characters that look like the letters of our name. */
const CONFUSABLES: Record<string, string> = {
  ...{ һ: 'h', հ: 'h', а: 'a', α: 'a', ɑ: 'a', п: 'n', η: 'n', ո: 'n', ԁ: 'd', г: 'r', ꮁ: 'r' },
  ...{ Н: 'h', Η: 'h', Ν: 'n' },
  ...{ і: 'i', ι: 'i', ı: 'i', '1': 'l', '|': 'l', ӏ: 'l', '!': 'i', '4': 'a' },
}

function skeletonOf(name: string): string {
  // A capital can resemble another letter than its lower case.
  return [...name]
    .map((letter) => CONFUSABLES[letter] ?? CONFUSABLES[letter.toLowerCase()] ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
}
