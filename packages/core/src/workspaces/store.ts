import { and, asc, eq, getTableColumns, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { hintAt } from '../changes/channel.ts'
import { scheduleDigests } from '../people/members/digests.ts'
import { preparedRows, type Reader, type Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'

export type WorkspaceRow = Tables['workspaces']['$inferSelect']

export async function insertWorkspace(tx: Tx, workspace: Tables['workspaces']['$inferInsert']): Promise<void> {
  await tx.db.insert(tx.tables.workspaces).values(workspace)
}

/** @returns whether it was inserted: a person can have one sample workspace at a time */
export async function insertSample(tx: Tx, workspace: Tables['workspaces']['$inferInsert']): Promise<boolean> {
  const { workspaces } = tx.tables
  const inserted = await tx.db
    .insert(workspaces)
    .values(workspace)
    .onConflictDoNothing({ target: workspaces.sample_of })
    .returning({ id: workspaces.id })
  return inserted.length > 0
}

export async function findWorkspace(reader: Reader, id: string): Promise<WorkspaceRow | undefined> {
  const [workspace] = await preparedRows(
    reader,
    'workspaces.find',
    ({ tables: { workspaces } }) => getTableColumns(workspaces),
    ({ db, tables: { workspaces } }, columns) =>
      db
        .select(columns)
        .from(workspaces)
        .where(eq(workspaces.id, sql.placeholder('id'))),
    { id },
  )
  return workspace
}

export async function updatePlan(
  tx: Tx,
  { id, plan, updated_at }: Pick<WorkspaceRow, 'id' | 'plan' | 'updated_at'>,
): Promise<void> {
  const { workspaces } = tx.tables
  await tx.db.update(workspaces).set({ plan, updated_at }).where(eq(workspaces.id, id))
}

/** Records that a workspace has a plan, the first time: from then on its members get digests. */
export async function noteUsesPlans(tx: Tx, id: string): Promise<void> {
  const workspace = await findWorkspace(tx, id)
  if (workspace?.uses_plans !== false) return
  const { workspaces } = tx.tables
  await tx.db.update(workspaces).set({ uses_plans: true }).where(eq(workspaces.id, id))
  await scheduleDigests(tx, workspace)
}

const CHANGED = [
  'name',
  'colour',
  'default_language',
  'time_zone',
  'sender_name',
  'reply_to',
  'logo',
  'sends_daily_mail',
] as const

/** Writes the columns that members can change. */
export async function updateWorkspaceRow(tx: Tx, { id, ...row }: WorkspaceRow): Promise<void> {
  const { workspaces } = tx.tables
  const changed = Object.fromEntries(CHANGED.map((name) => [name, row[name]]))
  await tx.db
    .update(workspaces)
    .set({ ...changed, updated_at: row.updated_at })
    .where(eq(workspaces.id, id))
}

export async function storeLogo(tx: Tx, logo: Tables['logos']['$inferInsert']): Promise<void> {
  const { logos } = tx.tables
  const { workspace_id: _, created_at: __, ...changed } = logo
  await tx.db.insert(logos).values(logo).onConflictDoUpdate({ target: logos.workspace_id, set: changed })
}

/** The size of a workspace's logo, in both of its forms; 0 without a logo. */
export async function logoBytes({ db, tables: { logos: t } }: Reader, workspace_id: string): Promise<number> {
  const bytes = sql<number>`length(${t.content}) + coalesce(length(${t.mail_content}), 0)`.mapWith(Number)
  const [row] = await db.select({ bytes }).from(t).where(eq(t.workspace_id, workspace_id))
  return row?.bytes ?? 0
}

export async function deleteLogo(tx: Tx, workspace_id: string): Promise<void> {
  const { logos } = tx.tables
  await tx.db.delete(logos).where(eq(logos.workspace_id, workspace_id))
}

/** The content of a workspace's logo with this name. */
export async function findLogo(reader: Reader, workspace_id: string, name: string) {
  const { logos, workspaces } = reader.tables
  const [logo] = await reader.db
    .select({ media_type: logos.media_type, content: logos.content })
    .from(logos)
    .innerJoin(workspaces, eq(workspaces.id, logos.workspace_id))
    .where(and(eq(logos.workspace_id, workspace_id), eq(workspaces.logo, name)))
  return logo
}

/** All workspaces of the instance except ended ones, oldest first. */
export async function allWorkspaces(reader: Reader): Promise<WorkspaceRow[]> {
  const { workspaces } = reader.tables
  return reader.db
    .select()
    .from(workspaces)
    .where(isNull(workspaces.ended_at))
    .orderBy(asc(workspaces.created_at), asc(workspaces.id))
}

/** Workspaces whose access has ended, and which are not erased yet. */
export async function endedWorkspaces({ db, tables: { workspaces } }: Reader) {
  const ended = await db
    .select({ id: workspaces.id, ended_at: workspaces.ended_at })
    .from(workspaces)
    .where(isNotNull(workspaces.ended_at))
  return ended.map(({ id, ended_at }) => ({ id, ended_at: ended_at ?? '' }))
}

export async function deleteWorkspaceRow({ db, tables: { workspaces } }: Tx, id: string): Promise<void> {
  await db.delete(workspaces).where(eq(workspaces.id, id))
}

/** Whether the instance has another workspace that has not ended. */
export async function hasAnother({ db, tables: { workspaces } }: Reader, id: string): Promise<boolean> {
  const others = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(ne(workspaces.id, id), isNull(workspaces.ended_at)))
    .limit(1)
  return others.length > 0
}

/** The same, without sample workspaces. */
export async function hasAnotherTeam({ db, tables: { workspaces } }: Reader, id: string): Promise<boolean> {
  const others = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(ne(workspaces.id, id), isNull(workspaces.ended_at), isNull(workspaces.sample_of)))
    .limit(1)
  return others.length > 0
}

/** Serialises set-ups, so that only one succeeds. */
export async function queueForSetUp(tx: Tx, at: string): Promise<void> {
  const { leases } = tx.tables
  await tx.db
    .insert(leases)
    .values({ name: 'set_up', holder: 'set_up', expires_at: at })
    .onConflictDoUpdate({ target: leases.name, set: { expires_at: at } })
}

/** Ends all access to a workspace: keys, applications, members, and connections. */
export async function endAccess(tx: Tx, workspace_id: string): Promise<void> {
  const { api_keys: keys, oauth_clients: clients, memberships, workspaces } = tx.tables
  await tx.db.update(workspaces).set({ ended_at: tx.time, sample_of: null }).where(eq(workspaces.id, workspace_id))
  await tx.db.delete(keys).where(eq(keys.workspace_id, workspace_id))
  await tx.db.delete(clients).where(eq(clients.workspace_id, workspace_id))
  const members = await tx.db
    .delete(memberships)
    .where(eq(memberships.workspace_id, workspace_id))
    .returning({ user_id: memberships.user_id })
  for (const { user_id } of members) hintAt(tx, user_id)
}
