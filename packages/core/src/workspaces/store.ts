import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { newId } from '../ids.ts'
import { prepared, type Reader, type Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables.ts'

type WorkspaceRow = Tables['workspaces']['$inferSelect']
type KeyRow = Tables['api_keys']['$inferSelect']

export async function insertWorkspace(tx: Tx, workspace: WorkspaceRow): Promise<void> {
  await tx.db.insert(tx.tables.workspaces).values(workspace)
}

export async function findWorkspace(reader: Reader, id: string): Promise<WorkspaceRow | undefined> {
  const { workspaces } = reader.tables
  const [workspace] = await reader.db.select().from(workspaces).where(eq(workspaces.id, id))
  return workspace
}

export async function updatePlan(
  tx: Tx,
  { id, plan, updated_at }: Pick<WorkspaceRow, 'id' | 'plan' | 'updated_at'>,
): Promise<void> {
  const { workspaces } = tx.tables
  await tx.db.update(workspaces).set({ plan, updated_at }).where(eq(workspaces.id, id))
}

/** All workspaces of the instance, oldest first. */
export async function allWorkspaces(reader: Reader): Promise<WorkspaceRow[]> {
  const { workspaces } = reader.tables
  return reader.db.select().from(workspaces).orderBy(asc(workspaces.created_at), asc(workspaces.id))
}

/** Makes whoever sets up the instance wait for whoever is at it, so that one of them finds it done. */
export async function queueForSetUp(tx: Tx, at: string): Promise<void> {
  const { leases } = tx.tables
  await tx.db
    .insert(leases)
    .values({ name: 'set_up', holder: 'set_up', expires_at: at })
    .onConflictDoUpdate({ target: leases.name, set: { expires_at: at } })
}

/** The user with an e-mail address, made when there is none. */
export async function ensureUser(
  tx: Tx,
  user: { email: string; name: string; password_hash: string | null; at: string },
): Promise<string> {
  const { users } = tx.tables
  const { email, name, password_hash, at } = user
  await tx.db
    .insert(users)
    .values({ id: newId(), email, name, password_hash, created_at: at, updated_at: at })
    .onConflictDoNothing()
  const [found] = await tx.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return found?.id ?? ''
}

export async function insertMembership(
  tx: Tx,
  { workspace_id, user_id, role, at }: { workspace_id: string; user_id: string; role: string; at: string },
): Promise<void> {
  await tx.db.insert(tx.tables.memberships).values({ workspace_id, user_id, role, created_at: at, updated_at: at })
}

/** The role of a user in a workspace, or undefined. */
export async function findRole(reader: Reader, workspace_id: string, user_id: string): Promise<string | undefined> {
  const { memberships } = reader.tables
  const [membership] = await reader.db
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.workspace_id, workspace_id), eq(memberships.user_id, user_id)))
  return membership?.role
}

export async function insertApiKey(tx: Tx, key: KeyRow): Promise<void> {
  await tx.db.insert(tx.tables.api_keys).values(key)
}

export function apiKeyColumns(t: Tables['api_keys']) {
  return {
    id: t.id,
    name: t.name,
    scopes: t.scopes,
    hint: t.hint,
    last_used_at: t.last_used_at,
    revoked_at: t.revoked_at,
    created_at: t.created_at,
    updated_at: t.updated_at,
  }
}

export async function findApiKey(reader: Reader, workspace_id: string, id: string) {
  const { api_keys: keys } = reader.tables
  const [key] = await reader.db
    .select({ ...apiKeyColumns(keys), token_hash: keys.token_hash })
    .from(keys)
    .where(and(eq(keys.workspace_id, workspace_id), eq(keys.id, id)))
  return key
}

/** @returns whether it was live until now */
export async function revokeApiKeyRow(tx: Tx, workspace_id: string, id: string, at: string): Promise<boolean> {
  const { api_keys: keys } = tx.tables
  const revoked = await tx.db
    .update(keys)
    .set({ revoked_at: at, updated_at: at })
    .where(and(eq(keys.workspace_id, workspace_id), eq(keys.id, id), isNull(keys.revoked_at)))
    .returning({ id: keys.id })
  return revoked.length > 0
}

/** The live key with a token, and the plan of its workspace. */
export async function findKeyByToken(reader: Reader, token_hash: string) {
  const [key] = await prepared(
    reader,
    'api_keys.by_token',
    ({ db, tables: { api_keys: keys, workspaces } }) =>
      db
        .select({ id: keys.id, workspace_id: keys.workspace_id, scopes: keys.scopes, plan: workspaces.plan })
        .from(keys)
        .innerJoin(workspaces, eq(workspaces.id, keys.workspace_id))
        .where(and(eq(keys.token_hash, sql.placeholder('token_hash')), isNull(keys.revoked_at))),
    { token_hash },
  )
  return key
}

export async function touchApiKey(tx: Tx, key: { workspace_id: string; id: string; at: string }): Promise<void> {
  const { api_keys: keys } = tx.tables
  await tx.db
    .update(keys)
    .set({ last_used_at: key.at })
    .where(and(eq(keys.workspace_id, key.workspace_id), eq(keys.id, key.id)))
}
