import { and, desc, eq, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { preparedChange, type Tx } from '../storage/database.ts'

// `is_latest` marks the newest enrollment of each contact that is not deleted, and `is_enrolled` each contact with an
// enrollment: contacts are sorted by both. The row of the contact is locked before either changes.

interface Owner {
  workspace_id: string
  contact_id: string
}

/** Whether a new enrollment is the newest of its contact; an earlier one then loses the mark. */
export async function becomesLatest(
  tx: Tx,
  { workspace_id, contact_id, created_at, id }: Owner & Record<'created_at' | 'id', string>,
): Promise<boolean> {
  const first = await preparedChange(
    tx,
    'contacts.first_enrollment',
    ({ db, tables: { contacts: t } }) =>
      db
        .update(t)
        .set({ is_enrolled: sql`true` })
        .where(and(ofContact(t.workspace_id, t.id), sql`not ${t.is_enrolled}`)),
    { workspace_id, contact_id },
  )
  if (first > 0) return true
  const earlier = await preparedChange(
    tx,
    'enrollments.no_longer_latest',
    ({ db, tables: { enrollments: t } }) => {
      const isEarlier = sql`(${t.created_at}, ${t.id}) < (${sql.placeholder('created_at')}, ${sql.placeholder('id')})`
      return db
        .update(t)
        .set({ is_latest: sql`false` })
        .where(and(ofContact(t.workspace_id, t.contact_id), sql`${t.is_latest}`, isEarlier))
    },
    { workspace_id, contact_id, created_at, id },
  )
  return earlier > 0
}

/** Marks the newest enrollment of a contact. @returns whether there is one */
export async function markLatest(tx: Tx, { workspace_id, contact_id }: Owner): Promise<boolean> {
  const marked = await preparedChange(
    tx,
    'enrollments.mark_latest',
    ({ db, tables: { enrollments: t } }) => {
      const own = db.select({ id: t.id }).from(t).where(ofContact(t.workspace_id, t.contact_id))
      const newest = own.orderBy(desc(t.created_at), desc(t.id)).limit(1)
      return db
        .update(t)
        .set({ is_latest: sql`true` })
        .where(and(eq(t.workspace_id, sql.placeholder('workspace_id')), eq(t.id, newest)))
    },
    { workspace_id, contact_id },
  )
  return marked > 0
}

/** Removes the mark from the enrollments of a deleted contact. */
export async function clearLatest(tx: Tx, { workspace_id, contact_id }: Owner): Promise<void> {
  await preparedChange(
    tx,
    'enrollments.clear_latest',
    ({ db, tables: { enrollments: t } }) =>
      db
        .update(t)
        .set({ is_latest: sql`false` })
        .where(and(ofContact(t.workspace_id, t.contact_id), sql`${t.is_latest}`)),
    { workspace_id, contact_id },
  )
}

/** Marks the enrollment before a deleted one, or the contact as not enrolled. */
export async function passLatest(tx: Tx, deleted: Owner & { is_latest: boolean }): Promise<void> {
  if (deleted.is_latest && (await markLatest(tx, deleted))) return
  const { workspace_id, contact_id } = deleted
  await preparedChange(
    tx,
    'contacts.no_enrollment',
    ({ db, tables: { contacts: c, enrollments: t } }) => {
      const left = db.select({ id: t.id }).from(t).where(ofContact(t.workspace_id, t.contact_id))
      return db
        .update(c)
        .set({ is_enrolled: sql`false` })
        .where(and(ofContact(c.workspace_id, c.id), notExists(left)))
    },
    { workspace_id, contact_id },
  )
}

function ofContact(workspace_id: PgColumn, contact_id: PgColumn): SQL | undefined {
  return and(eq(workspace_id, sql.placeholder('workspace_id')), eq(contact_id, sql.placeholder('contact_id')))
}
