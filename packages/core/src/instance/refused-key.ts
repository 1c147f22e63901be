import { networkOf } from '../access/network.ts'
import type { RateLimit } from '../access/rate-limits.ts'
import { findKeyOfToken } from '../api-keys/store.ts'
import { recordRefusal } from '../audit/refusals.ts'
import type { Audience } from '../caller.ts'
import type { Context } from '../context.ts'
import { hashToken } from '../secret/seal.ts'

/** Looks for the keys of tokens that were refused, of one network: a flood of made-up tokens reads no more than these. */
const LOOKED_UP: RateLimit = { seconds: 60, limit: 20 }

/** Records that a key was used which was revoked or has expired. Of an unknown token, nothing is recorded. */
export async function recordRefusedKey(context: Context, used: { token: string; audience: Audience }): Promise<void> {
  const { caller, rateLimiter, store, now } = context
  if (!used.token.startsWith(KEY)) return
  const [allowance] = await rateLimiter.count(`refused token ${networkOf(caller.id)}`, [LOOKED_UP])
  if (allowance && !allowance.allowed) return
  const key = await store.read((reader) => findKeyOfToken(reader, hashToken(used.token)))
  if (!key) return
  const { id, name, workspace_id, revoked_at, expires_at } = key
  const isExpired = revoked_at === null && expires_at !== null && expires_at <= now()
  if (revoked_at === null && !isExpired) return
  const source = used.audience === 'mcp' ? 'mcp' : 'api'
  const subject = { id, name }
  const reason = isExpired ? 'expired' : 'revoked'
  await recordRefusal(context, { action: 'api_key.refused', reason, source, subject, actor: subject, workspace_id })
}

/** How tokens of keys begin. */
const KEY = 'hr_key_'
