import { and, eq, isNull, sql } from 'drizzle-orm'
import { existing } from '../errors.ts'
import type { ListSource } from '../records/lists/source.ts'
import { columnsOf, findRow } from '../records/rows.ts'
import { prepared, preparedChange, type Reader, type Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { ApiKey } from './api-key.ts'

type KeyRow = Tables['api_keys']['$inferSelect']

export async function insertApiKey(tx: Tx, key: KeyRow): Promise<void> {
  await tx.db.insert(tx.tables.api_keys).values(key)
}

const apiKeyColumns = (table: Tables['api_keys']) => columnsOf(table, ApiKey)

export const apiKeyList = {
  name: 'api_keys',
  table: (tables) => tables.api_keys,
  columns: apiKeyColumns,
  filters: {},
} satisfies ListSource<Tables['api_keys'], ReturnType<typeof apiKeyColumns>>

/** An API key as its record shows it, without the hash of the token. */
export function findApiKey(reader: Reader, workspace_id: string, id: string) {
  return findRow(reader, 'api_keys', apiKeyColumns, { workspace_id, id })
}

/** @returns whether the key was active before */
export async function revokeApiKeyRow(tx: Tx, workspace_id: string, id: string, at: string): Promise<boolean> {
  const { api_keys: keys } = tx.tables
  const revoked = await tx.db
    .update(keys)
    .set({ revoked_at: at, updated_at: at })
    .where(and(eq(keys.workspace_id, workspace_id), eq(keys.id, id), isNull(keys.revoked_at)))
    .returning({ id: keys.id })
  return revoked.length > 0
}

/** The active key of a token, with the plan of its workspace. */
export async function findKeyByToken(reader: Reader, token_hash: string) {
  const [key] = await prepared(
    reader,
    'api_keys.by_token',
    ({ db, tables: { api_keys: keys, workspaces } }) =>
      db
        .select({
          id: keys.id,
          workspace_id: keys.workspace_id,
          scopes: keys.scopes,
          expires_at: keys.expires_at,
          plan: workspaces.plan,
        })
        .from(keys)
        .innerJoin(workspaces, eq(workspaces.id, keys.workspace_id))
        .where(and(eq(keys.token_hash, sql.placeholder('token_hash')), isNull(keys.revoked_at))),
    { token_hash },
  )
  return key
}

/** The key of a token, also one that was revoked. */
export async function findKeyOfToken({ db, tables: { api_keys: t } }: Reader, token_hash: string) {
  const [key] = await db
    .select({
      id: t.id,
      name: t.name,
      workspace_id: t.workspace_id,
      revoked_at: t.revoked_at,
      expires_at: t.expires_at,
    })
    .from(t)
    .where(eq(t.token_hash, token_hash))
  return key
}

export async function touchApiKey(tx: Tx, key: { workspace_id: string; id: string; at: string }): Promise<void> {
  await preparedChange(
    tx,
    'api_keys.touch',
    ({ db, tables: { api_keys: t } }) =>
      db
        .update(t)
        .set({ last_used_at: sql`${sql.placeholder('at')}` })
        .where(and(eq(t.workspace_id, sql.placeholder('workspace_id')), eq(t.id, sql.placeholder('id')))),
    key,
  )
}

/** The application that acts alone. @throws AppError `not_found` */
export async function findApplication(reader: Reader, { workspace_id, id }: { workspace_id: string; id: string }) {
  const { oauth_clients: clients } = reader.tables
  const [application] = await reader.db
    .select({ id: clients.id, name: clients.name, role: clients.client_credentials_role })
    .from(clients)
    .where(and(eq(clients.workspace_id, workspace_id), eq(clients.id, id)))
  const { role, ...named } = existing(application)
  return { ...named, role: role ?? '' }
}
