import { and, asc, count, desc, eq, ne, sql } from 'drizzle-orm'
import { hintAt } from '../../changes/channel.ts'
import { prepared, type Reader, type Tx } from '../../storage/database.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { scheduleDigests } from './digests.ts'

interface Place {
  workspace_id: string
  user_id: string
}

/** The members of a workspace, by name. */
export async function membersOf({ db, tables: { memberships, users } }: Reader, workspace_id: string) {
  return db
    .select({
      user_id: users.id,
      name: users.name,
      email: users.email,
      role: memberships.role,
      gets_unassigned_mail: memberships.gets_unassigned_mail,
      second_factor_since: users.second_factor_since,
      created_at: memberships.created_at,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(eq(memberships.workspace_id, workspace_id))
    .orderBy(asc(users.name), asc(users.id))
}

interface Page {
  limit: number
  offset?: number
  /** The member before the page. */
  after?: { created_at: string; id: string } | undefined
}

/** Members of a workspace, newest first. */
export async function newestMembers(
  { db, tables: { memberships, users } }: Reader,
  workspace_id: string,
  { limit, offset = 0, after }: Page,
) {
  const { created_at, user_id } = memberships
  const isAfter = after && sql`(${created_at}, ${user_id}) < (${after.created_at}, ${after.id})`
  return db
    .select({ id: users.id, name: users.name, email: users.email, role: memberships.role, created_at })
    .from(memberships)
    .innerJoin(users, eq(users.id, user_id))
    .where(and(eq(memberships.workspace_id, workspace_id), isAfter))
    .orderBy(desc(created_at), desc(user_id))
    .limit(limit)
    .offset(offset)
}

export async function countMembers({ db, tables: { memberships } }: Reader, workspace_id: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(memberships).where(eq(memberships.workspace_id, workspace_id))
  return row?.total ?? 0
}

/** The workspaces of a person, by name. */
export async function membershipsOf({ db, tables: { memberships, workspaces } }: Reader, user_id: string) {
  const rows = await db
    .select({
      workspace_id: workspaces.id,
      workspace: workspaces.name,
      plan: workspaces.plan,
      sample_of: workspaces.sample_of,
      role: memberships.role,
      created_at: memberships.created_at,
    })
    .from(memberships)
    .innerJoin(workspaces, eq(workspaces.id, memberships.workspace_id))
    .where(eq(memberships.user_id, user_id))
    .orderBy(asc(workspaces.name), asc(workspaces.id))
  return rows.map(({ sample_of, ...membership }) => ({ ...membership, is_sample: sample_of !== null }))
}

export async function isMember(reader: Reader, { workspace_id, email }: { workspace_id: string; email: string }) {
  const { memberships, users } = reader.tables
  const found = await reader.db
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(and(eq(memberships.workspace_id, workspace_id), eq(users.email, email)))
  return found.length > 0
}

/** Changes the role of a member other than the owner. @returns whether there was such a member */
export async function updateRole(tx: Tx, key: Place & { role: string; at: string }): Promise<boolean> {
  const { memberships } = tx.tables
  const changed = await tx.db
    .update(memberships)
    .set({ role: key.role, updated_at: key.at })
    .where(and(isAt(tx, key), ne(memberships.role, 'owner')))
    .returning({ user_id: memberships.user_id })
  hintAt(tx, key.user_id)
  return changed.length > 0
}

/** Sets whether a member gets mail about enrollments without an assignee. @returns whether there is such a member */
export async function storeUnassignedMail(
  tx: Tx,
  { gets_unassigned_mail, ...key }: Place & { gets_unassigned_mail: boolean },
): Promise<boolean> {
  const { memberships } = tx.tables
  const changed = await tx.db
    .update(memberships)
    .set({ gets_unassigned_mail, updated_at: tx.stamp })
    .where(isAt(tx, key))
    .returning({ user_id: memberships.user_id })
  return changed.length > 0
}

/** Removes a member other than the owner. @returns whether there was such a member */
export async function deleteMembership(tx: Tx, key: Place): Promise<boolean> {
  const { memberships } = tx.tables
  const removed = await tx.db
    .delete(memberships)
    .where(and(isAt(tx, key), ne(memberships.role, 'owner')))
    .returning({ user_id: memberships.user_id })
  hintAt(tx, key.user_id)
  return removed.length > 0
}

/** Demotes the owner to admin. @returns the id of that person */
export async function demoteOwner(
  tx: Tx,
  { workspace_id, at }: { workspace_id: string; at: string },
): Promise<string | undefined> {
  const { memberships } = tx.tables
  const [previous] = await tx.db
    .update(memberships)
    .set({ role: 'admin', updated_at: at })
    .where(and(eq(memberships.workspace_id, workspace_id), eq(memberships.role, 'owner')))
    .returning({ user_id: memberships.user_id })
  if (previous) hintAt(tx, previous.user_id)
  return previous?.user_id
}

function isAt({ tables: { memberships } }: Reader, { workspace_id, user_id }: Place) {
  return and(eq(memberships.workspace_id, workspace_id), eq(memberships.user_id, user_id))
}

export async function insertMembership(
  tx: Tx,
  { workspace_id, user_id, role, at }: { workspace_id: string; user_id: string; role: string; at: string },
): Promise<void> {
  await tx.db.insert(tx.tables.memberships).values({ workspace_id, user_id, role, created_at: at, updated_at: at })
  const workspace = await findWorkspace(tx, workspace_id)
  if (workspace?.uses_plans) await scheduleDigests(tx, workspace)
}

/** The role of a user in a workspace, or undefined. */
export async function findRole(reader: Reader, workspace_id: string, user_id: string): Promise<string | undefined> {
  const [membership] = await prepared(
    reader,
    'memberships.role',
    ({ db, tables: { memberships } }) =>
      db
        .select({ role: memberships.role })
        .from(memberships)
        .where(
          and(
            eq(memberships.workspace_id, sql.placeholder('workspace_id')),
            eq(memberships.user_id, sql.placeholder('user_id')),
          ),
        ),
    { workspace_id, user_id },
  )
  return membership?.role
}
