import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { insertRow } from '../../records/rows.ts'
import { preparedChange, preparedRows, type Reader, type Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'

type GrantRow = Tables['oauth_grants']['$inferSelect']
type Reason = 'code_replayed' | 'refresh_token_reused' | 'revoked_by_client' | 'revoked_by_person' | 'replaced'

export async function insertGrant(
  tx: Tx,
  grant: Omit<GrantRow, 'last_used_at' | 'revoked_at' | 'revoked_reason' | 'updated_at'>,
): Promise<void> {
  const unused = { last_used_at: null, revoked_at: null, revoked_reason: null }
  await insertRow(tx, 'oauth_grants', { ...grant, ...unused, updated_at: grant.created_at })
}

/** The active grants of a person in all workspaces. */
export async function grantsOfPerson({ db, tables }: Reader, user_id: string) {
  const { oauth_grants: grants, oauth_clients: clients, memberships, workspaces } = tables
  return db
    .select({
      workspace_id: grants.workspace_id,
      id: grants.id,
      application: clients.name,
      workspace: workspaces.name,
    })
    .from(memberships)
    .innerJoin(grants, isMembershipOf(grants, memberships))
    .innerJoin(clients, eq(clients.id, grants.client_id))
    .innerJoin(workspaces, eq(workspaces.id, grants.workspace_id))
    .where(and(eq(memberships.user_id, user_id), isNull(grants.revoked_at)))
    .orderBy(asc(clients.name), asc(workspaces.name), asc(grants.id))
}

/** Revokes a grant with all its tokens. @returns whether it was active before */
export async function revokeGrant(
  tx: Tx,
  grant: { workspace_id: string; id: string; reason: Reason; at: string },
): Promise<boolean> {
  const { oauth_grants: grants } = tx.tables
  const revoked = await tx.db
    .update(grants)
    .set({ revoked_at: grant.at, revoked_reason: grant.reason, updated_at: grant.at })
    .where(and(eq(grants.workspace_id, grant.workspace_id), eq(grants.id, grant.id), isNull(grants.revoked_at)))
    .returning({ id: grants.id })
  return revoked.length > 0
}

/** Revokes the previous grants of a person to the same client and workspace. @returns how many were active */
export async function replaceGrants(
  tx: Tx,
  grant: Pick<GrantRow, 'workspace_id' | 'id' | 'user_id' | 'client_id' | 'created_at'>,
): Promise<number> {
  const { workspace_id, id, user_id, client_id, created_at: at } = grant
  const revoked_reason: Reason = 'replaced'
  return preparedChange(
    tx,
    'oauth_grants.replace',
    ({ db, tables: { oauth_grants: t } }) =>
      db
        .update(t)
        .set({ revoked_at: sql`${sql.placeholder('at')}`, revoked_reason, updated_at: sql`${sql.placeholder('at')}` })
        .where(
          and(
            eq(t.workspace_id, sql.placeholder('workspace_id')),
            eq(t.user_id, sql.placeholder('user_id')),
            eq(t.client_id, sql.placeholder('client_id')),
            ne(t.id, sql.placeholder('id')),
            isNull(t.revoked_at),
          ),
        ),
    { workspace_id, id, user_id, client_id, at },
  )
}

export async function touchGrant(tx: Tx, grant: { workspace_id: string; id: string; at: string }): Promise<void> {
  await preparedChange(
    tx,
    'oauth_grants.touch',
    ({ db, tables: { oauth_grants: t } }) =>
      db
        .update(t)
        .set({ last_used_at: sql`${sql.placeholder('at')}` })
        .where(and(eq(t.workspace_id, sql.placeholder('workspace_id')), eq(t.id, sql.placeholder('id')))),
    grant,
  )
}

/** The columns of a grant for every token: with the current role of the person and the current plan of the workspace. */
function ofGrant({ oauth_grants: grants, memberships, workspaces }: Tables) {
  return {
    workspace_id: grants.workspace_id,
    user_id: grants.user_id,
    client_id: grants.client_id,
    role: memberships.role,
    plan: workspaces.plan,
  }
}

function isGrantOf(
  tokens: Tables['oauth_access_tokens'] | Tables['oauth_refresh_tokens'],
  grants: Tables['oauth_grants'],
) {
  return and(eq(grants.workspace_id, tokens.workspace_id), eq(grants.id, tokens.grant_id))
}

/** The condition that joins the membership of the person with the grant. */
export function isMembershipOf(
  grants: Tables['oauth_grants'] | Tables['oauth_codes'],
  memberships: Tables['memberships'],
) {
  return and(eq(memberships.workspace_id, grants.workspace_id), eq(memberships.user_id, grants.user_id))
}

/** An access token with an active grant. */
export async function findAccessToken(reader: Reader, token_hash: string) {
  const [token] = await preparedRows(
    reader,
    'oauth_access_tokens.by_token',
    ({ tables }) => {
      const { grant_id, scopes, resource, expires_at, used_at, created_at } = tables.oauth_access_tokens
      return { ...ofGrant(tables), grant_id, scopes, resource, expires_at, used_at, created_at }
    },
    ({ db, tables }, columns) => {
      const { oauth_access_tokens: tokens, oauth_grants: grants, memberships, workspaces } = tables
      return db
        .select(columns)
        .from(tokens)
        .innerJoin(grants, isGrantOf(tokens, grants))
        .innerJoin(memberships, isMembershipOf(grants, memberships))
        .innerJoin(workspaces, eq(workspaces.id, grants.workspace_id))
        .where(and(eq(tokens.token_hash, sql.placeholder('token_hash')), isNull(grants.revoked_at)))
    },
    { token_hash },
  )
  return token
}

/** Records that the client has received an access token. */
export async function markAccessTokenUsed(tx: Tx, token_hash: string, at: string): Promise<void> {
  const { oauth_access_tokens: tokens } = tx.tables
  await tx.db
    .update(tokens)
    .set({ used_at: at })
    .where(and(eq(tokens.token_hash, token_hash), isNull(tokens.used_at)))
}

/** A refresh token with its grant, in any state. */
export async function findRefreshToken(reader: Reader, token_hash: string) {
  const [token] = await preparedRows(
    reader,
    'oauth_refresh_tokens.by_token',
    ({ tables }) => {
      const { scopes, resource, revoked_at } = tables.oauth_grants
      const { grant_id, expires_at, consumed_at, sealed_answer, created_at } = tables.oauth_refresh_tokens
      const ofToken = { grant_id, expires_at, consumed_at, sealed_answer, created_at }
      return { ...ofGrant(tables), scopes, resource, revoked_at, ...ofToken }
    },
    ({ db, tables }, columns) => {
      const { oauth_refresh_tokens: tokens, oauth_grants: grants, memberships, workspaces } = tables
      return db
        .select(columns)
        .from(tokens)
        .innerJoin(grants, isGrantOf(tokens, grants))
        .innerJoin(memberships, isMembershipOf(grants, memberships))
        .innerJoin(workspaces, eq(workspaces.id, grants.workspace_id))
        .where(eq(tokens.token_hash, sql.placeholder('token_hash')))
    },
    { token_hash },
  )
  return token
}
