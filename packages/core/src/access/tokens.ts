import type { Caller } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Scope } from '../scopes.ts'
import { hashToken } from '../seal.ts'
import type { Store } from '../storage/database.ts'
import { NO_PLAN, type Plan } from './plans.ts'
import type { Access } from './rights.ts'
import { findKeyByToken, touchApiKey } from './store.ts'

/** How long a verified token is taken for granted. A revocation by another process takes effect within it. */
const CACHED_MS = 3000
const MAX_CACHED = 10_000
/** `last_used_at` is as exact as this. */
const TOUCHED_MS = 60_000

/** Turns bearer tokens into callers. */
export interface Tokens {
  /** @throws AppError `invalid_token`, or `forbidden` when the plan of the workspace lacks `api-access` */
  authenticate(token: string): Promise<Caller>
  /** Drops a token that was revoked, by its hash. */
  forget(hash: string): void
}

interface Settings {
  plans: Readonly<Record<string, Plan>>
  now(): string
}

interface Cached {
  caller: Caller
  until: number
}

export function createTokens(store: Store, { plans, now }: Settings): Tokens {
  const cache = new Map<string, Cached>()
  const touched = new Map<string, number>()

  async function authenticate(token: string): Promise<Caller> {
    const hash = hashToken(token)
    const known = cache.get(hash)
    // A clock that only moves forward: the wall clock may be set back.
    const at = performance.now()
    const caller = known && known.until > at ? known.caller : await verify(hash)
    if (caller !== known?.caller) {
      if (cache.size >= MAX_CACHED) cache.clear()
      cache.set(hash, { caller, until: at + CACHED_MS })
    }
    touch(caller, at)
    if (!caller.plan.entitlements.includes('api-access'))
      throw new AppError('forbidden', 'The plan of this workspace does not include API access')
    return caller
  }

  async function verify(hash: string): Promise<Caller> {
    const key = await store.read((reader) => findKeyByToken(reader, hash))
    if (!key) throw new AppError('invalid_token', 'The access token is unknown or was revoked')
    const rights: ReadonlySet<Access> = new Set(key.scopes as Scope[])
    const plan = plans[key.plan] ?? NO_PLAN
    return { kind: 'api_key', id: key.id, workspace_id: key.workspace_id, rights, plan }
  }

  function touch({ id, workspace_id }: Caller, at: number): void {
    if (at - (touched.get(id) ?? Number.NEGATIVE_INFINITY) < TOUCHED_MS) return
    if (touched.size >= MAX_CACHED) touched.clear()
    touched.set(id, at)
    // Not worth failing a request for: where the database is busy, the next use writes it.
    store.write((tx) => touchApiKey(tx, { workspace_id, id, at: now() })).catch(() => touched.delete(id))
  }

  return { authenticate, forget: (hash) => void cache.delete(hash) }
}
