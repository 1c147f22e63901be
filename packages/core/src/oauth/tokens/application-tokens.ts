import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { insertRow } from '../../records/rows.ts'
import { preparedRows, type Reader, type Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'

type TokenRow = Tables['oauth_application_tokens']['$inferSelect']

export async function insertApplicationToken(tx: Tx, token: TokenRow): Promise<void> {
  await insertRow(tx, 'oauth_application_tokens', token)
}

/** A token of an application that may act alone, with its current role and scopes and the current plan of its workspace. */
export async function findApplicationToken(reader: Reader, token_hash: string) {
  const [token] = await preparedRows(
    reader,
    'oauth_application_tokens.by_token',
    ({ tables: { oauth_application_tokens: tokens, oauth_clients: clients, workspaces } }) => ({
      client_id: tokens.client_id,
      scopes: tokens.scopes,
      resource: tokens.resource,
      expires_at: tokens.expires_at,
      created_at: tokens.created_at,
      registered: clients.scopes,
      role: clients.client_credentials_role,
      workspace_id: workspaces.id,
      workspace_name: workspaces.name,
      plan: workspaces.plan,
    }),
    ({ db, tables: { oauth_application_tokens: tokens, oauth_clients: clients, workspaces } }, columns) =>
      db
        .select(columns)
        .from(tokens)
        .innerJoin(clients, eq(clients.id, tokens.client_id))
        .innerJoin(workspaces, eq(workspaces.id, clients.workspace_id))
        .where(and(eq(tokens.token_hash, sql.placeholder('token_hash')), isNotNull(clients.client_credentials_role))),
    { token_hash },
  )
  if (!token) return undefined
  const { role, registered, scopes, ...others } = token
  return { ...others, role: role ?? '', scopes: scopes.filter((scope) => registered.includes(scope)) }
}

export async function deleteApplicationToken(tx: Tx, token_hash: string): Promise<void> {
  const { oauth_application_tokens: tokens } = tx.tables
  await tx.db.delete(tokens).where(eq(tokens.token_hash, token_hash))
}
