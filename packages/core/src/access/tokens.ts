import { touchApiKey } from '../api-keys/store.ts'
import type { Audience, Caller } from '../caller.ts'
import { AppError } from '../errors.ts'
import { mcpResource } from '../oauth/audience.ts'
import { touchApplication } from '../oauth/clients/store.ts'
import { markAccessTokenUsed, touchGrant } from '../oauth/tokens/grants.ts'
import { hashToken } from '../secret/seal.ts'
import type { Settings } from '../settings.ts'
import type { Channel, Database, Tx } from '../storage/database.ts'
import { type Verified, verifyToken } from './verify-token.ts'

/** How long a verified token stays cached if the notification of its revocation by another process was lost. */
const CACHED_MS = 3000
const MAX_CACHED = 10_000
/** Precision of `last_used_at`. */
const TOUCHED_MS = 60_000
/** Notifies other processes of tokens that were revoked or restricted. */
const tokensEnded: Channel = { name: 'tokens' }

/** Turns bearer tokens into callers. */
export interface Tokens {
  /**
   * @throws AppError `invalid_token`, `token_expired`, or `forbidden` when the plan of the workspace lacks `api-access`
   */
  authenticate(token: string, audience: Audience): Promise<Caller>
  /**
   * Clears the cache once a transaction commits that revokes or restricts tokens: a key, a grant, a membership, a
   * role, a plan, an application that acts alone. In this process the next request verifies again; other processes on PostgreSQL are notified within
   * milliseconds.
   */
  forgetAfter(tx: Tx): Promise<void> | void
  /** Stops listening for notifications. */
  close(): void
}

interface Options {
  settings: Settings
  now(): string
}

interface Cached {
  verified: Verified
  until: number
}

export function createTokens(database: Database, { settings, now }: Options): Tokens {
  const cache = new Map<string, Cached>()
  const touched = new Map<string, number>()
  /** Counts the clearings, so that a token read before one is not cached after it. */
  let dropped = 0
  let stopListening: (() => void) | undefined

  async function authenticate(token: string, audience: Audience): Promise<Caller> {
    const hash = hashToken(token)
    const known = cache.get(hash)
    // A clock that only moves forward: the wall clock may be set back.
    const at = performance.now()
    const verified = known && known.until > at ? known.verified : await verifyAnew(token, hash, at)
    requireAudience(verified, audience)
    if (verified.expires_at !== undefined && verified.expires_at <= now())
      throw new AppError('token_expired', 'The access token has expired')
    const caller = verified.callers[audience]
    touch(caller, at)
    if (!caller.plan.entitlements.includes('api-access'))
      throw new AppError('forbidden', 'The plan of this workspace does not include API access')
    return caller
  }

  async function verifyAnew(token: string, hash: string, at: number): Promise<Verified> {
    // At the first token rather than at the start: commands never use one.
    stopListening ??= database.listen(tokensEnded, forgetAll)
    const before = dropped
    const verified = await verifyToken({ database, settings }, token, hash)
    if (verified.isUnused) markUsed(hash)
    if (dropped === before) {
      if (cache.size >= MAX_CACHED) cache.clear()
      cache.set(hash, { verified, until: at + CACHED_MS })
    }
    return verified
  }

  function requireAudience({ resource }: Verified, audience: Audience): void {
    if (resource === undefined || resource === settings.publicUrl) return
    if (audience === 'mcp' && resource === mcpResource(settings)) return
    throw new AppError('invalid_token', 'The access token is for another resource')
  }

  function touch({ kind, id, workspace_id }: Caller, at: number): void {
    if (at - (touched.get(id) ?? Number.NEGATIVE_INFINITY) < TOUCHED_MS) return
    if (touched.size >= MAX_CACHED) touched.clear()
    touched.set(id, at)
    const write = kind === 'oauth' ? touchGrant : kind === 'application' ? touchApplication : touchApiKey
    // A failure must not fail the request: when the database is busy, the next use writes it.
    database.write((tx) => write(tx, { workspace_id, id, at: now() })).catch(() => touched.delete(id))
  }

  function markUsed(hash: string): void {
    // A failure must not fail the request. Until it is written, the response that contained the token counts as lost:
    // see repeated-refresh.ts.
    database.write((tx) => markAccessTokenUsed(tx, hash, now())).catch(() => undefined)
  }

  function forgetAll(): void {
    dropped++
    cache.clear()
  }

  return {
    authenticate,
    forgetAfter(tx) {
      tx.afterCommit(forgetAll)
      return tx.notify(tokensEnded)
    },
    close: () => stopListening?.(),
  }
}
