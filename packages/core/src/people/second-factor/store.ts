import { and, count, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Reader, Tx } from '../../storage/database.ts'
import { hashRecoveryCode } from './recovery-codes.ts'

/** Stores a secret that is not yet active. */
export async function storeOffer(tx: Tx, user_id: string, sealed_totp_secret: string): Promise<boolean> {
  const { users } = tx.tables
  const stored = await tx.db
    .update(users)
    .set({ sealed_totp_secret, totp_step: null })
    .where(and(eq(users.id, user_id), isNull(users.second_factor_since)))
    .returning({ id: users.id })
  return stored.length > 0
}

/** Activates the offered secret. @returns whether it was not active before */
export async function confirmOffer(tx: Tx, user_id: string, at: string): Promise<boolean> {
  const { users } = tx.tables
  const confirmed = await tx.db
    .update(users)
    .set({ second_factor_since: at, updated_at: at })
    .where(and(eq(users.id, user_id), isNull(users.second_factor_since), isNotNull(users.sealed_totp_secret)))
    .returning({ id: users.id })
  return confirmed.length > 0
}

/** Consumes the code of a time step and all earlier ones. @returns whether it was unused */
export async function consumeTotpStep(tx: Tx, user_id: string, totp_step: number): Promise<boolean> {
  const { users } = tx.tables
  const consumedStep = await tx.db
    .update(users)
    .set({ totp_step })
    .where(and(eq(users.id, user_id), or(isNull(users.totp_step), lt(users.totp_step, totp_step))))
    .returning({ id: users.id })
  return consumedStep.length > 0
}

export async function clearSecondFactor(tx: Tx, user_id: string, at: string): Promise<void> {
  const { users, recovery_codes: codes } = tx.tables
  await tx.db
    .update(users)
    .set({ sealed_totp_secret: null, second_factor_since: null, totp_step: null, updated_at: at })
    .where(eq(users.id, user_id))
  await tx.db.delete(codes).where(eq(codes.user_id, user_id))
}

export async function replaceRecoveryCodes(tx: Tx, user_id: string, fresh: readonly string[]): Promise<void> {
  const { recovery_codes: codes } = tx.tables
  await tx.db.delete(codes).where(eq(codes.user_id, user_id))
  await tx.db.insert(codes).values(fresh.map((code) => ({ user_id, code_hash: hashRecoveryCode(code) })))
}

export async function countRecoveryCodes({ db, tables }: Reader, user_id: string): Promise<number> {
  const { recovery_codes: codes } = tables
  const [counted] = await db.select({ count: count() }).from(codes).where(eq(codes.user_id, user_id))
  return counted?.count ?? 0
}

/** Consumes a recovery code. @returns whether it was valid */
export async function consumeRecoveryCode(tx: Tx, user_id: string, code: string): Promise<boolean> {
  const { recovery_codes: codes } = tx.tables
  const consumed = await tx.db
    .delete(codes)
    .where(and(eq(codes.user_id, user_id), eq(codes.code_hash, hashRecoveryCode(code))))
    .returning({ user_id: codes.user_id })
  return consumed.length > 0
}
