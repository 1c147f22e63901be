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

/** No language needs more marks on a letter, and more cover what is beside. */
const MAX_MARKS = 2

/** Without marks that stand on nothing, and with so many on one letter at most. */
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

/** A name fit to be shown: without what is invisible, turns the direction of text around or piles up (Unicode TR 36). */
export function displayName(name: string): string {
  const visible = withoutStrayMarks(name.normalize('NFKC').replace(/\s+/g, ' ').replace(INVISIBLE, ''))
  return [...visible].slice(0, MAX_NAME).join('').trim()
}

/** The name that a client gives itself; where that is no name, or is ours, what stands for none. */
export function ownName(name: string | undefined, otherwise: string): string {
  const shown = displayName(name ?? '')
  return shown === '' || /^handrail/.test(skeletonOf(shown)) ? otherwise : shown
}

/** Alphabets with letters that look alike. */
const LOOKING_ALIKE = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)

/** Whether a name has letters of several alphabets that look alike, as names have that pass for others (Unicode TS 39). */
export function mixesScripts(name: string): boolean {
  return LOOKING_ALIKE.filter((script) => script.test(name)).length > 1
}

/** What passes for the letters of our own name. */
const CONFUSABLES: Record<string, string> = {
  ...{ һ: 'h', հ: 'h', а: 'a', α: 'a', ɑ: 'a', п: 'n', η: 'n', ո: 'n', ԁ: 'd', г: 'r', ꮁ: 'r' },
  ...{ Н: 'h', Η: 'h', Ν: 'n' },
  ...{ і: 'i', ι: 'i', ı: 'i', '1': 'l', '|': 'l', ӏ: 'l', '!': 'i', '4': 'a' },
}

function skeletonOf(name: string): string {
  // A capital may look like another letter than its small form.
  return [...name]
    .map((letter) => CONFUSABLES[letter] ?? CONFUSABLES[letter.toLowerCase()] ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
}
