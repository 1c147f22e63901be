import { and, asc, eq, inArray, lt, notExists } from 'drizzle-orm'
import type { Store, Tx } from '../storage/database.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import { DAY_MS, later } from '../times.ts'
import { forgetIdle, forgetUnused } from './clients/store.ts'

const IDLE_DAYS = 90

/** Deletes expired rows in steps. Access tokens are kept for another day, to be reported as expired instead of unknown. */
export async function forgetOldTokens(store: Pick<Store, 'write'>, now: string): Promise<void> {
  const yesterday = later(now, -DAY_MS)
  const expired = [
    ['oauth_access_tokens', yesterday],
    ['oauth_application_tokens', yesterday],
    ['oauth_codes', yesterday],
    ['oauth_consents', now],
    ['oauth_assertions', now],
  ] as const
  for (const [table, before] of expired)
    await inSteps(store, (tx, rows) => deleteSome(tx, table, [['expires_at', '<', before]], rows))
  await inSteps(store, (tx, rows) => forgetGrants(tx, now, rows))
  await inSteps(store, (tx, rows) => forgetUnused(tx, yesterday, rows))
  await inSteps(store, (tx, rows) => forgetIdle(tx, later(now, -IDLE_DAYS * DAY_MS), rows))
}

/** Used refresh tokens are kept until their expiry to detect their reuse; a grant is deleted with its last one. */
async function forgetGrants(tx: Tx, now: string, rows: number): Promise<number> {
  const { oauth_refresh_tokens: tokens, oauth_grants: grants } = tx.tables
  const some = tx.db
    .select({ token_hash: tokens.token_hash })
    .from(tokens)
    .where(lt(tokens.expires_at, now))
    .orderBy(asc(tokens.expires_at))
    .limit(rows)
  const expired = await tx.db
    .delete(tokens)
    .where(inArray(tokens.token_hash, some))
    .returning({ workspace_id: tokens.workspace_id, grant_id: tokens.grant_id })
  for (const { workspace_id, grant_id } of expired) {
    const left = tx.db
      .select({ token_hash: tokens.token_hash })
      .from(tokens)
      .where(and(eq(tokens.workspace_id, workspace_id), eq(tokens.grant_id, grant_id)))
    await tx.db
      .delete(grants)
      .where(and(eq(grants.workspace_id, workspace_id), eq(grants.id, grant_id), notExists(left)))
  }
  return expired.length
}
