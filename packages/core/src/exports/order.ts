import { z } from 'zod'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { Id } from '../fields/fields.ts'
import { hasSession } from '../people/sign-in/store.ts'
import { findUser } from '../people/store.ts'
import { hashToken } from '../secret/seal.ts'
import type { Reader } from '../storage/database.ts'
import { later, MINUTE_MS } from '../times.ts'
import { LIST_FORMATS, LISTS } from './contract.ts'

const OPEN_MS = 15 * MINUTE_MS

/** The scope of an export. */
export const ExportScope = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('list'),
    list: z.enum(LISTS),
    filters: z.record(z.string(), z.string()).default({}),
    format: z.enum(LIST_FORMATS).default('csv'),
  }),
  z.strictObject({ what: z.literal('workspace') }),
  z.strictObject({ what: z.literal('contact'), id: Id }),
  z.strictObject({ what: z.literal('import'), id: Id }),
  z.strictObject({ what: z.literal('guide'), id: Id }),
])
export type ExportScope = z.output<typeof ExportScope>

const Order = z.object({
  what: ExportScope,
  workspace_id: z.string(),
  /** The requesting member with session and password mark; null for the operator. */
  by: z.object({ user_id: z.string(), session_id: z.string().nullable(), password: z.string().nullable() }).nullable(),
  until: z.string(),
})
export type Order = z.output<typeof Order>

/**
 * The download link of an export, valid for minutes as long as the requesting member has the right, is signed in, and
 * has the same password.
 */
export async function exportUrl({ caller, store, sealer, settings, now }: Context, what: ExportScope): Promise<string> {
  const { kind, id: user_id, session_id = null, workspace_id } = caller
  const password = kind === 'member' ? await store.read((reader) => passwordMark(reader, user_id)) : null
  const by = kind === 'member' ? { user_id, session_id, password } : null
  const order: Order = { what, workspace_id, by, until: later(now(), OPEN_MS) }
  return `${settings.publicUrl}/files/exports/${sealer.seal(JSON.stringify(order))}`
}

/** @throws AppError `not_found` where it was not given out, or its time has passed */
export function orderOf({ sealer, now }: Context, token: string): Order {
  const order = Order.safeParse(opened(() => JSON.parse(sealer.openCredential(token))))
  if (!order.success || order.data.until < now()) throw notFound()
  return order.data
}

/** Whether the requesting member is still signed in with the same session. */
export async function isStillSignedIn(reader: Reader, by: NonNullable<Order['by']>, at: string): Promise<boolean> {
  if ((await passwordMark(reader, by.user_id)) !== by.password) return false
  return by.session_id === null || hasSession(reader, { id: by.session_id, user_id: by.user_id }, at)
}

/** A value that differs between passwords and reveals nothing of them. */
async function passwordMark(reader: Reader, user_id: string): Promise<string | null> {
  const user = await findUser(reader, user_id)
  return user?.password_hash ? hashToken(user.password_hash) : null
}

function opened(open: () => unknown): unknown {
  try {
    return open()
  } catch {
    // Forged, or of another instance.
    return undefined
  }
}
