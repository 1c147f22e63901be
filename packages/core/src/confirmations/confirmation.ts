import { hash } from 'node:crypto'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { Timestamp } from '../fields/fields.ts'
import { newSecret } from '../ids.ts'
import { inOrder } from '../operation/in-order.ts'
import { hashToken } from '../secret/seal.ts'
import type { Store, Tx } from '../storage/database.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import { later, MINUTE_MS } from '../times.ts'

const GOOD_FOR_MS = 10 * MINUTE_MS
/** The most open confirmations of one caller: of more, the oldest go. */
const MAX_OPEN = 50
const MAX_LENGTH = 100

/** The argument that confirms a preview. */
export const Confirmation = z.string().min(1).max(MAX_LENGTH).describe('That of the preview')

/** The fields of a preview that confirm it. */
export const ConfirmationFields = {
  confirmation: z.string().describe('Confirms exactly what the preview shows: once, by the same caller'),
  confirm_before: Timestamp.meta({
    reference: 'The time until which the confirmation is accepted: ten minutes after the preview.',
  }),
}

/** What is previewed, and then confirmed: the name of the operation, and everything that its effect depends on. */
export interface Previewed {
  action: string
  /** Plain data, such as the arguments, the revision of a draft, and the ids of those concerned. */
  content: unknown
}

/** Makes a confirmation of what a caller has been shown: good for ten minutes, once, for this caller and this content. */
export async function offerConfirmation(
  tx: Tx,
  { caller, now }: Context,
  { action, content }: Previewed,
): Promise<{ confirmation: string; confirm_before: string }> {
  const { confirmations: t } = tx.tables
  const confirmation = newSecret('hr_cf_')
  const confirm_before = later(now(), GOOD_FOR_MS)
  const own = and(eq(t.workspace_id, caller.workspace_id), eq(t.credential_id, caller.id))
  const open = await tx.db.select({ hash: t.token_hash }).from(t).where(own).orderBy(asc(t.expires_at))
  const oldest = open.slice(0, Math.max(0, open.length + 1 - MAX_OPEN)).map((one) => one.hash)
  if (oldest.length > 0)
    await tx.db.delete(t).where(and(eq(t.workspace_id, caller.workspace_id), inArray(t.token_hash, oldest)))
  await tx.db.insert(t).values({
    workspace_id: caller.workspace_id,
    token_hash: hashToken(confirmation),
    credential_id: caller.id,
    digest: digestOf(action, content),
    expires_at: confirm_before,
  })
  return { confirmation, confirm_before }
}

/**
 * Takes a confirmation in the transaction of what it confirms, so that it is used once however often it is sent.
 * @throws AppError `conflict` when it is unknown, of another caller, used or expired, or when what it confirms has changed
 */
export async function takeConfirmation(
  tx: Tx,
  { caller, now }: Context,
  { action, content }: Previewed,
  confirmation: string,
): Promise<void> {
  const { confirmations: t } = tx.tables
  const [taken] = await tx.db
    .delete(t)
    .where(
      and(
        eq(t.workspace_id, caller.workspace_id),
        eq(t.token_hash, hashToken(confirmation)),
        eq(t.credential_id, caller.id),
        gt(t.expires_at, now()),
      ),
    )
    .returning({ digest: t.digest })
  if (!taken)
    throw new AppError(
      'conflict',
      'This confirmation was used, has expired, or is not yours. Nothing was changed. Ask again without confirmation, and confirm what the new preview shows',
      { reason: 'confirmation_over' },
    )
  if (taken.digest !== digestOf(action, content))
    throw new AppError(
      'conflict',
      'This confirmation is of something else, or what it confirms has changed meanwhile. Nothing was changed. Ask again without confirmation, and confirm what the new preview shows',
      { reason: 'confirmation_stale' },
    )
}

function digestOf(action: string, content: unknown): string {
  return hash('sha256', JSON.stringify([action, inOrder(content)]), 'base64url')
}

/** Deletes confirmations that have expired. */
export async function forgetOldConfirmations(store: Pick<Store, 'write'>, now: string): Promise<void> {
  await inSteps(store, (tx, rows) => deleteSome(tx, 'confirmations', [['expires_at', '<', now]], rows))
}
