import { and, eq, isNull, sql } from 'drizzle-orm'
import { createSealer, hashToken } from '../../secret/seal.ts'
import { preparedChange, type Tx } from '../../storage/database.ts'
import { later, SECOND_MS, unixTime } from '../../times.ts'
import { invalidGrant } from '../error.ts'
import { findRefreshToken } from './grants.ts'
import type { TokenAnswer } from './issue.ts'

/** How long the response to a refresh can be repeated: responses get lost, and processes refresh concurrently. */
const REPLAY_SECONDS = 60
/** How long an unused response can be replaced by a new one. */
const LOST_SECONDS = 600

interface StoredAnswer {
  /** The requested scopes and audience. */
  asked: string
  answer: TokenAnswer
  at: string
}

/** Stores a response encrypted with a key derived from the token, so that the database reveals no tokens. */
export async function keepAnswer(tx: Tx, token: string, kept: StoredAnswer): Promise<void> {
  const sealed_answer = createSealer(Buffer.from(token)).seal(JSON.stringify(kept))
  await preparedChange(
    tx,
    'oauth_refresh_tokens.keep_answer',
    ({ db, tables: { oauth_refresh_tokens: tokens } }) =>
      db
        .update(tokens)
        .set({ sealed_answer: sql`${sql.placeholder('sealed_answer')}` })
        .where(eq(tokens.token_hash, sql.placeholder('token_hash'))),
    { token_hash: hashToken(token), sealed_answer },
  )
}

/**
 * Handles a refresh token that was used before. Requests are serialised: see `lockRecord`.
 * @returns the previous response; `lost` if it was never used, and is revoked; `reused` if the token was stolen (RFC
 *   9700 section 4.14.2)
 * @throws OAuthError `invalid_grant` if its parameters differ from the first time, which is not proof of theft
 */
export async function repeatOf(
  tx: Tx,
  { token, asked, at }: { token: string; asked: string; at: string },
): Promise<TokenAnswer | 'lost' | 'reused'> {
  const found = await findRefreshToken(tx, hashToken(token))
  if (!found) throw invalidGrant()
  const { consumed_at, sealed_answer } = found
  if (!consumed_at || !sealed_answer) return 'reused'
  const kept: StoredAnswer = JSON.parse(createSealer(Buffer.from(token)).open(sealed_answer))
  const isReplay = at < later(kept.at, REPLAY_SECONDS * SECOND_MS)
  const isLost = !isReplay && at < later(consumed_at, LOST_SECONDS * SECOND_MS) && (await revokeUnused(tx, kept.answer))
  if (!isReplay && !isLost) return 'reused'
  if (kept.asked !== asked) throw invalidGrant()
  if (isLost) return 'lost'
  const elapsed = unixTime(at) - kept.answer.created_at
  return { ...kept.answer, expires_in: kept.answer.expires_in - elapsed }
}

/** @returns whether neither of the tokens was used */
async function revokeUnused(tx: Tx, { access_token, refresh_token }: TokenAnswer): Promise<boolean> {
  const { oauth_access_tokens: access, oauth_refresh_tokens: refresh } = tx.tables
  const unusedRefresh = await tx.db
    .delete(refresh)
    .where(and(eq(refresh.token_hash, hashToken(refresh_token)), isNull(refresh.consumed_at)))
    .returning({ token_hash: refresh.token_hash })
  const unusedAccess = await tx.db
    .delete(access)
    .where(and(eq(access.token_hash, hashToken(access_token)), isNull(access.used_at)))
    .returning({ token_hash: access.token_hash })
  return unusedRefresh.length > 0 && unusedAccess.length > 0
}
