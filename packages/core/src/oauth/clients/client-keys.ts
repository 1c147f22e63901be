import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { fetchJson } from '../../outbound/fetch-json.ts'
import type { StoredKeys } from '../../storage/tables/oauth-clients.ts'
import { HOUR_MS, later, SECOND_MS } from '../../times.ts'
import { OAuthError } from '../error.ts'
import type { KnownClient } from './client.ts'
import { endTokensOfRemoved } from './credentials.ts'
import { chooseKey, type PublicKey, readKeySet } from './keys.ts'

/** Large enough for sets whose keys have certificates, which are not kept. */
const MAX_BYTES = 64 * 1024
/** A key that is removed from an address is valid for as long. */
const MAX_AGE_SECONDS = 3600
/** Maximum time for which the last key set is used while its address does not answer. */
const STALE_HOURS = 24
/** Fetches of one address in a minute, because anybody can send assertions: of an expired set, and for an unknown key. */
const FETCHES = { expired: 30, unknown: 5 }

interface FetchedKeys {
  jwks: StoredKeys
  fresh_until: string
}

interface CurrentKeys {
  jwks: StoredKeys | null
  /** Whether it was fetched for this request. */
  isNew: boolean
}

/**
 * The key of a client that an assertion with this header is verified with: one that the client has registered, never one that
 * the assertion itself names. A key that is unknown is looked for at the address of the key set once.
 * @throws OAuthError `invalid_client`
 */
export async function findClientKey(
  context: Context,
  client: KnownClient,
  header: { alg?: unknown; kid?: unknown },
): Promise<PublicKey> {
  const { jwks, isNew } = await currentKeys(context, client)
  if (!jwks) throw new OAuthError('invalid_client', 'The keys of the client could not be read: check its jwks_uri')
  let key = chooseKey(jwks, header)
  if (key === 'none' && client.jwks_uri !== null && !isNew)
    key = chooseKey((await fetchCounted(context, client, 'unknown')) ?? jwks, header)
  if (key === 'several')
    throw new OAuthError(
      'invalid_client',
      'The client has several keys: name the one that signed the client_assertion with kid in its header',
    )
  if (key === 'none')
    throw new OAuthError(
      'invalid_client',
      'No key of the client fits the client_assertion: check kid and alg in its header, or register the key',
    )
  return key
}

/** The stored key set, fetched again if it has expired. */
async function currentKeys(context: Context, client: KnownClient): Promise<CurrentKeys> {
  const { jwks, jwks_uri, fresh_until } = client
  const at = context.now()
  if (jwks_uri === null || (fresh_until !== null && fresh_until > at)) return { jwks, isNew: false }
  const fetched = await fetchCounted(context, client, 'expired')
  if (fetched) return { jwks: fetched, isNew: true }
  const isUsable = fresh_until !== null && later(fresh_until, STALE_HOURS * HOUR_MS) > at
  return { jwks: isUsable ? jwks : null, isNew: true }
}

/** @returns undefined if the set is not available, or was fetched too often */
async function fetchCounted(
  context: Context,
  { id, jwks_uri }: KnownClient,
  why: keyof typeof FETCHES,
): Promise<StoredKeys | undefined> {
  const [allowance] = await context.rateLimiter.count(`jwks ${why} ${id}`, [{ seconds: 60, limit: FETCHES[why] }])
  if (jwks_uri === null || !allowance?.allowed) return undefined
  const read = await fetchKeys(context, jwks_uri)
  // What an address answers by mistake changes nothing. A private key that it shows is no longer trusted.
  if (!read.fetched || (read.problem !== undefined && !read.isLeaking)) return undefined
  const { fetched } = read
  await context.store.write(async (tx) => {
    const { oauth_clients: clients } = tx.tables
    const stored = await tx.db
      .update(clients)
      .set(fetched)
      .where(and(eq(clients.id, id), eq(clients.jwks_uri, jwks_uri)))
      .returning({ id: clients.id })
    if (stored.length > 0) await endTokensOfRemoved(tx, context, id)
  })
  return fetched.jwks
}

interface Fetched {
  /** Undefined if nothing was read. */
  fetched?: FetchedKeys
  /** A text that follows the name of the field. */
  problem?: string | undefined
  isLeaking?: boolean
}

/** The keys at an address, by the rules for all addresses that others choose. */
export async function fetchKeys({ guard, now }: Context, jwks_uri: string): Promise<Fetched> {
  const forbidden = guard.problemOf(jwks_uri)
  if (forbidden) return { problem: forbidden }
  // Without the cause, which would reveal details of our network.
  const answer = await fetchJson(guard, jwks_uri, MAX_BYTES).catch(() => undefined)
  if (!answer) return { problem: 'could not be read: it must answer with a JWKS, over https and without redirects' }
  const { jwks, problem, isLeaking } = readKeySet(answer.value)
  const fresh_until = later(now(), Math.min(answer.maxAge, MAX_AGE_SECONDS) * SECOND_MS)
  const text = problem === undefined ? undefined : `leads to a JWKS that cannot be used: it ${problem}`
  return { fetched: { jwks, fresh_until }, problem: text, isLeaking }
}
