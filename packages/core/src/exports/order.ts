import { z } from 'zod'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { Id } from '../fields/fields.ts'
import { later, MINUTE_MS } from '../times.ts'

const OPEN_MS = 15 * MINUTE_MS

export const LISTS = ['contacts', 'organisations', 'enrollments', 'guides', 'emails', 'audit_entries'] as const

/** What is exported. */
export const What = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('list'),
    list: z.enum(LISTS),
    filters: z.record(z.string(), z.string()).default({}),
  }),
  z.strictObject({ what: z.literal('workspace') }),
  z.strictObject({ what: z.literal('contact'), id: Id }),
  z.strictObject({ what: z.literal('import'), id: Id }),
  z.strictObject({ what: z.literal('guide'), id: Id }),
])
export type What = z.output<typeof What>

const Order = z.object({
  what: What,
  workspace_id: z.string(),
  /** The member who asked; null for the operator. */
  user_id: z.string().nullable(),
  until: z.string(),
})
type Order = z.output<typeof Order>

/** The address at which whoever has it gets an export in the next minutes, as long as the member who asked may have it. */
export function exportUrl({ caller, sealer, settings, now }: Context, what: What): string {
  const { kind, id, workspace_id } = caller
  const order: Order = { what, workspace_id, user_id: kind === 'member' ? id : null, until: later(now(), OPEN_MS) }
  return `${settings.publicUrl}/files/exports/${sealer.seal(JSON.stringify(order))}`
}

/** @throws AppError `not_found` where it was not given out, or its time has passed */
export function orderOf({ sealer, now }: Context, token: string): Order {
  const order = Order.safeParse(opened(() => JSON.parse(sealer.open(token))))
  if (!order.success || order.data.until < now()) throw notFound()
  return order.data
}

function opened(open: () => unknown): unknown {
  try {
    return open()
  } catch {
    // Made up, or of another instance.
    return undefined
  }
}
