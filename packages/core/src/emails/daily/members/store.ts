import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../../storage/database.ts'
import type { Tables } from '../../../storage/tables/tables.ts'

export type Membership = Tables['memberships']['$inferSelect']

/** A member to be looked at. */
export type DueMember = Pick<Membership, 'digest_at' | 'workspace_id' | 'user_id'>

/** A member of a workspace. */
export interface MemberKey {
  workspace_id: string
  user_id: string
}

/** The next members of all workspaces to be looked at, in the order of an index. Each is found once in a pass. */
export async function dueMembers(
  { db, tables: { memberships: t } }: Reader,
  now: string,
  after: DueMember | undefined,
  limit: number,
): Promise<DueMember[]> {
  const isAfter =
    after &&
    sql`(${t.digest_at}, ${t.workspace_id}, ${t.user_id}) > (${after.digest_at}, ${after.workspace_id}, ${after.user_id})`
  return (
    db
      .select({ digest_at: t.digest_at, workspace_id: t.workspace_id, user_id: t.user_id })
      .from(t)
      // The condition matches the index.
      .where(and(sql`${t.digest_at} is not null`, lte(t.digest_at, now), isAfter))
      .orderBy(asc(t.digest_at), asc(t.workspace_id), asc(t.user_id))
      .limit(limit)
  )
}

/** A membership, locked until the transaction ends. */
export async function lockMembership(tx: Tx, key: MemberKey): Promise<Membership | undefined> {
  const { memberships: t } = tx.tables
  const select = tx.db.select().from(t).where(isOf(t, key))
  const [found] = await tx.connection.dialect.locking(select, 'change')
  return found
}

type Changes = Partial<Pick<Membership, 'digest_at' | 'digest_on' | 'digest_until' | 'digest_told' | 'mail_off'>>

export async function changeMemberMail({ db, tables: { memberships: t } }: Tx, key: MemberKey, changes: Changes) {
  await db.update(t).set(changes).where(isOf(t, key))
}

/** The mail that a member has switched off; undefined for nobody of the workspace. */
export async function mailOffOf(
  { db, tables: { memberships: t } }: Reader,
  key: MemberKey,
): Promise<Membership['mail_off'] | undefined> {
  const [found] = await db.select({ mail_off: t.mail_off }).from(t).where(isOf(t, key))
  return found?.mail_off
}

function isOf(t: Tables['memberships'], { workspace_id, user_id }: MemberKey) {
  return and(eq(t.workspace_id, workspace_id), eq(t.user_id, user_id))
}
