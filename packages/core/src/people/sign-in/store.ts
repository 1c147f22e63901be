import { and, desc, eq, gt, inArray, lte, ne } from 'drizzle-orm'
import { hintAt } from '../../changes/channel.ts'
import { newId, newSecret } from '../../ids.ts'
import { hashToken } from '../../secret/seal.ts'
import type { Reader, Store, Tx } from '../../storage/database.ts'
import { deleteSome } from '../../storage/steps/delete-some.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import { DAY_MS, later } from '../../times.ts'

/** A session ends a week after its last use, and a month after its beginning in any case. */
const IDLE_MS = 7 * DAY_MS
const MAX_MS = 30 * DAY_MS
/** Precision of `last_used_at`. */
const TOUCHED_MS = 60_000
/** Maximum number of sessions deleted together. */
const IDLE = 500

/** @returns the token of the new session, which is stored only as a hash */
export async function insertSession(
  tx: Tx,
  { user_id, device, at }: { user_id: string; device: string; at: string },
): Promise<string> {
  const token = newSecret('hr_session_')
  await tx.db.insert(tx.tables.sessions).values({
    id: newId(),
    user_id,
    token_hash: hashToken(token),
    device,
    last_used_at: at,
    expires_at: later(at, MAX_MS),
    created_at: at,
  })
  return token
}

/** The session of a token, with its person. */
export async function findSession({ db, tables: { sessions, users } }: Reader, token: string, at: string) {
  const [session] = await db
    .select({
      id: sessions.id,
      user_id: users.id,
      name: users.name,
      email: users.email,
      last_used_at: sessions.last_used_at,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        eq(sessions.token_hash, hashToken(token)),
        gt(sessions.expires_at, at),
        gt(sessions.last_used_at, later(at, -IDLE_MS)),
      ),
    )
  return session
}

/** Whether a session of a person is active. */
export async function hasSession(
  { db, tables: { sessions } }: Reader,
  { id, user_id }: { id: string; user_id: string },
  at: string,
): Promise<boolean> {
  const isOpen = and(gt(sessions.expires_at, at), gt(sessions.last_used_at, later(at, -IDLE_MS)))
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.user_id, user_id), isOpen))
  return rows.length > 0
}

/** Whether the use of a session must be recorded. */
export function isStale({ last_used_at }: { last_used_at: string }, at: string): boolean {
  return last_used_at <= later(at, -TOUCHED_MS)
}

export async function touchSession(tx: Tx, id: string, at: string): Promise<void> {
  const { sessions } = tx.tables
  await tx.db.update(sessions).set({ last_used_at: at }).where(eq(sessions.id, id))
}

/** The sessions of a person, last used first. */
export async function sessionsOf({ db, tables: { sessions } }: Reader, user_id: string, at: string) {
  return db
    .select({
      id: sessions.id,
      device: sessions.device,
      last_used_at: sessions.last_used_at,
      expires_at: sessions.expires_at,
      created_at: sessions.created_at,
    })
    .from(sessions)
    .where(
      and(eq(sessions.user_id, user_id), gt(sessions.expires_at, at), gt(sessions.last_used_at, later(at, -IDLE_MS))),
    )
    .orderBy(desc(sessions.last_used_at), desc(sessions.id))
}

/** @returns whether it existed */
export async function deleteSession(tx: Tx, user_id: string, id: string): Promise<boolean> {
  const { sessions } = tx.tables
  const deleted = await tx.db
    .delete(sessions)
    .where(and(eq(sessions.user_id, user_id), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  hintAt(tx, user_id)
  return deleted.length > 0
}

/** Ends all sessions of a person except the given one. */
export async function deleteSessions(
  tx: Tx,
  { user_id, except }: { user_id: string; except?: string | undefined },
): Promise<void> {
  const { sessions } = tx.tables
  const others = except === undefined ? undefined : ne(sessions.id, except)
  await tx.db.delete(sessions).where(and(eq(sessions.user_id, user_id), others))
  hintAt(tx, user_id)
}

/** Deletes ended sessions in steps. */
export async function forgetOldSessions({ read, write }: Pick<Store, 'read' | 'write'>, now: string): Promise<void> {
  await inSteps({ write }, (tx, rows) => deleteSome(tx, 'sessions', [['expires_at', '<', later(now, 1)]], rows))
  // There is no index: a connection that blocks nothing searches for them.
  const idle = await read(async ({ db, tables: { sessions } }) =>
    db
      .select({ id: sessions.id })
      .from(sessions)
      .where(lte(sessions.last_used_at, later(now, -IDLE_MS)))
      .limit(IDLE),
  )
  if (idle.length === 0) return
  const ids = idle.map(({ id }) => id)
  await write(({ db, tables: { sessions } }) => db.delete(sessions).where(inArray(sessions.id, ids)))
}
