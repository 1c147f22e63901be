import { and, eq, sql } from 'drizzle-orm'
import type { KeptToken } from '../enrollments/token/token.ts'
import { preparedRows, type Reader, type Tx } from '../storage/database.ts'

interface Member {
  workspace_id: string
  user_id: string
}

/** A person of an enrollment, as recorded in `completed_by`. */
interface Contact {
  workspace_id: string
  enrollment_id: string
  person: string
}

type Kept = { [K in keyof KeptToken]: string }

export async function memberCalendar(
  { db, tables: { member_calendars: t } }: Reader,
  { workspace_id, user_id }: Member,
) {
  const [found] = await db
    .select()
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.user_id, user_id)))
  return found
}

export async function contactCalendar(
  { db, tables: { contact_calendars: t } }: Reader,
  { workspace_id, enrollment_id, person }: Contact,
) {
  const [found] = await db
    .select()
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id), eq(t.person, person)))
  return found
}

/** Gives a member an address; the former one ends. */
export async function putMemberCalendar(tx: Tx, member: Member, token: Kept): Promise<void> {
  const { member_calendars: t } = tx.tables
  const changed = { ...token, updated_at: tx.stamp }
  await tx.db
    .insert(t)
    .values({ ...member, ...changed, created_at: tx.stamp })
    .onConflictDoUpdate({ target: [t.workspace_id, t.user_id], set: changed })
}

/** Gives a person of an enrollment an address; the former one ends. */
export async function putContactCalendar(tx: Tx, contact: Contact, token: Kept): Promise<void> {
  const { contact_calendars: t } = tx.tables
  const changed = { ...token, updated_at: tx.stamp }
  await tx.db
    .insert(t)
    .values({ ...contact, ...changed, created_at: tx.stamp })
    .onConflictDoUpdate({ target: [t.workspace_id, t.enrollment_id, t.person], set: changed })
}

/** @returns whether there was one */
export async function deleteMemberCalendar(tx: Tx, { workspace_id, user_id }: Member): Promise<boolean> {
  const { member_calendars: t } = tx.tables
  const deleted = await tx.db
    .delete(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.user_id, user_id)))
    .returning({ user_id: t.user_id })
  return deleted.length > 0
}

/** The member or the person of an enrollment whose calendar has an address. */
export async function ownerOf(reader: Reader, token_hash: string) {
  const [member] = await preparedRows(
    reader,
    'member_calendars.by_token',
    ({ tables: { member_calendars: t } }) => ({ workspace_id: t.workspace_id, user_id: t.user_id }),
    ({ db, tables: { member_calendars: t } }, columns) =>
      db
        .select(columns)
        .from(t)
        .where(eq(t.token_hash, sql.placeholder('token_hash'))),
    { token_hash },
  )
  if (member) return { member }
  const [contact] = await preparedRows(
    reader,
    'contact_calendars.by_token',
    ({ tables: { contact_calendars: t } }) => ({
      workspace_id: t.workspace_id,
      enrollment_id: t.enrollment_id,
      person: t.person,
    }),
    ({ db, tables: { contact_calendars: t } }, columns) =>
      db
        .select(columns)
        .from(t)
        .where(eq(t.token_hash, sql.placeholder('token_hash'))),
    { token_hash },
  )
  return contact && { contact }
}
