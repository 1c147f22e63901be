import { and, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { ListSource } from '../../records/lists/source.ts'
import { columnsOf } from '../../records/rows.ts'
import type { Reader, Store, Tx } from '../../storage/database.ts'
import { deleteSome } from '../../storage/steps/delete-some.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { DAY_MS, later } from '../../times.ts'
import { INBOX_DAYS, INBOX_GROUPS, type InboxGroup, type InboxKind } from './contract.ts'
import { InboxItem } from './item.ts'

type InboxTable = Tables['inbox_items']
export type InboxRow = InboxTable['$inferSelect']

const itemColumns = (table: InboxTable) => columnsOf(table, InboxItem)

/** The inbox of a member, newest first. */
export const inboxList = {
  name: 'inbox_items',
  table: (tables) => tables.inbox_items,
  columns: itemColumns,
  filters: {
    user_id: (t) => eq(t.user_id, sql.placeholder('user_id')),
    is_unread: (t) => isNull(t.read_at),
    for_me: (t) => inArray(t.kind, [...INBOX_GROUPS.for_me]),
    contacts: (t) => inArray(t.kind, [...INBOX_GROUPS.contacts]),
    team: (t) => inArray(t.kind, [...INBOX_GROUPS.team]),
  },
} satisfies ListSource<InboxTable, ReturnType<typeof itemColumns>>

export async function insertItems(tx: Tx, rows: readonly InboxRow[]): Promise<void> {
  if (rows.length > 0) await tx.db.insert(tx.tables.inbox_items).values([...rows])
}

interface MentionMail {
  workspace_id: string
  enrollment_id: string | null
  recipient: string
  created_at: string
}

interface Marked {
  /** All items, unless omitted. */
  ids?: readonly string[] | undefined
  group?: InboxGroup | undefined
  /** Only items up to this time. */
  until?: string | undefined
}

/** Marks items of a member as read, or as unread. */
export async function markItems(
  tx: Tx,
  { workspace_id, user_id }: { workspace_id: string; user_id: string },
  { ids, group, until }: Marked,
  is_read: boolean,
): Promise<void> {
  const { inbox_items: t } = tx.tables
  await tx.db
    .update(t)
    .set({ read_at: is_read ? tx.stamp : null, updated_at: tx.stamp })
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        eq(t.user_id, user_id),
        is_read ? isNull(t.read_at) : isNotNull(t.read_at),
        ids && inArray(t.id, [...ids]),
        group && inArray(t.kind, [...INBOX_GROUPS[group]]),
        until === undefined ? undefined : lte(t.created_at, until),
      ),
    )
}

/** The guides, contacts and organisations of enrollments by the enrollment's id. */
export async function enrollmentsOfItems(
  { db, tables: { enrollments: t } }: Reader,
  workspace_id: string,
  ids: string[],
) {
  const { id, contact_id, guide_id, organisation_id, status, last_activity_at, target_date, health, health_reason } = t
  if (ids.length === 0) return []
  return db
    .select({ id, contact_id, guide_id, organisation_id, status, last_activity_at, target_date, health, health_reason })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(id, ids)))
}

/** Whether the member has read the mention that a mail is about, which was stored with it. */
export async function isMentionRead(
  { db, tables: { inbox_items: t, users } }: Reader,
  { workspace_id, enrollment_id, recipient, created_at }: MentionMail,
): Promise<boolean> {
  const [found] = await db
    .select({ read_at: t.read_at })
    .from(t)
    .innerJoin(users, eq(users.id, t.user_id))
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        eq(t.enrollment_id, enrollment_id ?? ''),
        eq(t.kind, 'mention'),
        eq(t.created_at, created_at),
        eq(users.email, recipient),
      ),
    )
  return found !== undefined && found.read_at !== null
}

/** The kinds that a member deals with by answering the contact, or by marking the messages as read. */
export const ANSWERED_KINDS: readonly InboxKind[] = ['question', 'stuck']

/** The kinds that say how an enrollment stands, until it does not any more. */
export const TURN_KINDS: readonly InboxKind[] = ['turned_late', 'turned_at_risk']

interface DealtWith {
  workspace_id: string
  /** All members, unless given. */
  user_id?: string
  enrollment_id: string
  kinds: readonly InboxKind[]
  /** All steps, unless given. */
  step_id?: string
}

/** Marks as read what a member has dealt with elsewhere, or what is not so any more. */
export async function markDealtWith(
  tx: Tx,
  { workspace_id, user_id, enrollment_id, kinds, step_id }: DealtWith,
): Promise<void> {
  const { inbox_items: t } = tx.tables
  await tx.db
    .update(t)
    .set({ read_at: tx.stamp, updated_at: tx.stamp })
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        eq(t.enrollment_id, enrollment_id),
        user_id === undefined ? undefined : eq(t.user_id, user_id),
        isNull(t.read_at),
        inArray(t.kind, [...kinds]),
        step_id === undefined ? undefined : eq(t.step_id, step_id),
      ),
    )
}

/** Deletes the inbox of a member who is removed. */
export async function forgetInbox(tx: Tx, workspace_id: string, user_id: string): Promise<void> {
  const { inbox_items: t } = tx.tables
  await tx.db.delete(t).where(and(eq(t.workspace_id, workspace_id), eq(t.user_id, user_id)))
}

/** Deletes old items. */
export async function forgetOldInboxItems(store: Pick<Store, 'write'>, now: string): Promise<void> {
  const oldest = later(now, -INBOX_DAYS * DAY_MS)
  await inSteps(store, (tx, rows) => deleteSome(tx, 'inbox_items', [['created_at', '<', oldest]], rows))
}
