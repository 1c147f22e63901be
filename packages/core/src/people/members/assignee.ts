import { and, eq, inArray } from 'drizzle-orm'
import type { Caller } from '../../caller.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { Reader, Tx } from '../../storage/database.ts'

/** Whether a person is a member of the workspace, locked until the transaction ends. */
export async function isRemainingMember(tx: Tx, workspace_id: string, user_id: string): Promise<boolean> {
  const { memberships } = tx.tables
  const membership = tx.db
    .select({ user_id: memberships.user_id })
    .from(memberships)
    .where(and(eq(memberships.workspace_id, workspace_id), eq(memberships.user_id, user_id)))
  return (await tx.connection.dialect.locking(membership, 'share')).length > 0
}

/** Those of some persons who are members of the workspace, locked until the transaction ends. */
export async function remainingMembers(
  tx: Tx,
  workspace_id: string,
  user_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (user_ids.length === 0) return new Set()
  const { memberships } = tx.tables
  const found = tx.db
    .select({ user_id: memberships.user_id })
    .from(memberships)
    .where(and(eq(memberships.workspace_id, workspace_id), inArray(memberships.user_id, [...user_ids])))
    .orderBy(memberships.user_id)
  return new Set((await tx.connection.dialect.locking(found, 'share')).map(({ user_id }) => user_id))
}

/** @param given a field and the member that it names, if any. @throws AppError if that person is not a member */
export async function requireMember(
  tx: Tx,
  workspace_id: string,
  given: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  for (const [field, user_id] of Object.entries(given))
    if (user_id && !(await isRemainingMember(tx, workspace_id, user_id)))
      throw validationError({ [field]: fieldError('does_not_exist') })
}

/** A member as shown to contacts and other members; undefined for a former member. */
export async function findMember({ db, tables }: Reader, workspace_id: string, user_id: string) {
  const { memberships, users } = tables
  const [member] = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(and(eq(memberships.workspace_id, workspace_id), eq(memberships.user_id, user_id)))
  return member
}

/** The names of members; former members are omitted. */
export async function memberNames({ db, tables }: Reader, workspace_id: string, ids: string[]) {
  const { memberships, users } = tables
  if (ids.length === 0) return []
  return db
    .select({ id: users.id, name: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(and(eq(memberships.workspace_id, workspace_id), inArray(memberships.user_id, ids)))
}

/** The person behind a caller, directly or through an application; undefined if there is none. */
export async function personOf({ db, tables }: Reader, { kind, id, workspace_id }: Caller) {
  if (kind === 'member') return id
  if (kind !== 'oauth') return undefined
  const { oauth_grants: grants } = tables
  const [grant] = await db
    .select({ user_id: grants.user_id })
    .from(grants)
    .where(and(eq(grants.workspace_id, workspace_id), eq(grants.id, id)))
  return grant?.user_id
}
