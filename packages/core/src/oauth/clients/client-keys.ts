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
/** Fetches of one address in a minute, because anybody can send assertions: of expired sets, and for unknown keys. */
const FETCHES = [{ seconds: 60, limit: 5 }]

interface FetchedKeys {
  jwks: StoredKeys
  fresh_until: string
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
  const known = client.jwks_uri === null ? client.jwks : await currentKeys(context, client)
  if (!known) throw new OAuthError('invalid_client', 'The keys of the client could not be read: check its jwks_uri')
  let key = chooseKey(known, header)
  if (key === 'none' && client.jwks_uri !== null) key = chooseKey((await refetch(context, client)) ?? known, header)
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
async function currentKeys(context: Context, client: KnownClient): Promise<StoredKeys | null> {
  const { fresh_until } = client
  const at = context.now()
  if (fresh_until !== null && fresh_until > at) return client.jwks
  const fetched = await fetchCounted(context, client, 'expired')
  if (fetched) return fetched
  return fresh_until !== null && later(fresh_until, STALE_HOURS * HOUR_MS) > at ? client.jwks : null
}

function refetch(context: Context, client: KnownClient): Promise<StoredKeys | undefined> {
  return fetchCounted(context, client, 'unknown')
}

/** @returns undefined if the set is not available, or was fetched too often */
async function fetchCounted(
  context: Context,
  { id, jwks_uri }: KnownClient,
  why: 'expired' | 'unknown',
): Promise<StoredKeys | undefined> {
  const [allowance] = await context.rateLimiter.count(`jwks ${why} ${id}`, FETCHES)
  if (jwks_uri === null || !allowance?.allowed) return undefined
  const fetched = await fetchKeys(context, jwks_uri)
  if (typeof fetched === 'string') return undefined
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

/** The keys at an address, by the rules for all addresses that others choose. @returns a text that follows the name of the field if there is a problem */
export async function fetchKeys({ guard, now }: Context, jwks_uri: string): Promise<FetchedKeys | string> {
  const problem = guard.problemOf(jwks_uri)
  if (problem) return problem
  const fetched = await fetchJson(guard, jwks_uri, MAX_BYTES).catch((error: unknown) => error)
  // Without the cause, which would reveal details of our network.
  if (fetched instanceof Error) return 'could not be read: it must answer with a JWKS, over https and without redirects'
  const { value, maxAge } = fetched as Awaited<ReturnType<typeof fetchJson>>
  const jwks = readKeySet(value)
  if (typeof jwks === 'string') return `leads to a JWKS that cannot be used: it ${jwks}`
  return { jwks, fresh_until: later(now(), Math.min(maxAge, MAX_AGE_SECONDS) * SECOND_MS) }
}
