import { and, eq, lt, notExists } from 'drizzle-orm'
import type { Tx } from '../storage/database.ts'
import { DAY_MS, later } from '../times.ts'
import { forgetIdle, forgetUnused } from './clients/store.ts'

const IDLE_DAYS = 90

/** Forgets what has expired. Access tokens are kept for a day more, to be called expired and not unknown. */
export async function forgetOldTokens(tx: Tx, now: string): Promise<void> {
  const { oauth_access_tokens, oauth_assertions, oauth_codes, oauth_consents } = tx.tables
  const yesterday = later(now, -DAY_MS)
  await tx.db.delete(oauth_access_tokens).where(lt(oauth_access_tokens.expires_at, yesterday))
  await tx.db.delete(oauth_codes).where(lt(oauth_codes.expires_at, yesterday))
  await tx.db.delete(oauth_consents).where(lt(oauth_consents.expires_at, now))
  await tx.db.delete(oauth_assertions).where(lt(oauth_assertions.expires_at, now))
  await forgetGrants(tx, now)
  await forgetUnused(tx, yesterday)
  await forgetIdle(tx, later(now, -IDLE_DAYS * DAY_MS))
}

/** Used refresh tokens are kept until they expire, so that their reuse is noticed; a grant goes with its last one. */
async function forgetGrants(tx: Tx, now: string): Promise<void> {
  const { oauth_refresh_tokens: tokens, oauth_grants: grants } = tx.tables
  const expired = await tx.db
    .delete(tokens)
    .where(lt(tokens.expires_at, now))
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
}
