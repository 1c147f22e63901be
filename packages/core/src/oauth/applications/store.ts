import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { existing } from '../../errors.ts'
import type { ListSource } from '../../records/lists/source.ts'
import type { Reader, Row, Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { Application } from './application.ts'

type ClientsTable = Tables['oauth_clients']

function applicationColumns(t: ClientsTable) {
  return {
    id: t.id,
    name: t.name,
    auth_method: t.auth_method,
    redirect_uris: t.redirect_uris,
    scopes: t.scopes,
    client_credentials_role: t.client_credentials_role,
    jwks: t.jwks,
    jwks_uri: t.jwks_uri,
    last_acted_at: t.last_acted_at,
    created_at: t.created_at,
    updated_at: t.updated_at,
  }
}

export type ApplicationRow = Row<ReturnType<typeof applicationColumns>>

export const applicationList = {
  name: 'applications',
  table: (tables) => tables.oauth_clients,
  columns: applicationColumns,
  filters: {},
} satisfies ListSource<ClientsTable, ReturnType<typeof applicationColumns>>

/** An application, or undefined. */
export async function findApplication(
  reader: Reader,
  workspace_id: string,
  id: string,
): Promise<ApplicationRow | undefined> {
  const { oauth_clients: clients } = reader.tables
  const [application] = await reader.db
    .select(applicationColumns(clients))
    .from(clients)
    .where(and(eq(clients.workspace_id, workspace_id), eq(clients.id, id)))
  return application
}

/** An application, locked until the transaction ends. @throws AppError `not_found` */
export async function lockedApplication(tx: Tx, workspace_id: string, id: string): Promise<ApplicationRow> {
  const { oauth_clients: clients } = tx.tables
  const select = tx.db
    .select(applicationColumns(clients))
    .from(clients)
    .where(and(eq(clients.workspace_id, workspace_id), eq(clients.id, id)))
  const [application] = await tx.connection.dialect.locking(select, 'change')
  return existing(application)
}

/** Those of some applications that have a secret. */
export async function withSecret({ db, tables }: Reader, ids: string[]): Promise<ReadonlySet<string>> {
  const { oauth_client_secrets: secrets } = tables
  if (ids.length === 0) return new Set()
  const found = await db.select({ client_id: secrets.client_id }).from(secrets).where(inArray(secrets.client_id, ids))
  return new Set(found.map(({ client_id }) => client_id))
}

/** An application as it is shown. */
export function shownApplication(row: ApplicationRow, has_secret: boolean): z.input<typeof Application> {
  return { ...row, type: row.auth_method === 'none' ? 'public' : 'confidential', has_secret }
}

export async function updateApplicationRow(
  tx: Tx,
  workspace_id: string,
  id: string,
  changes: Partial<ClientsTable['$inferInsert']>,
): Promise<void> {
  const { oauth_clients: clients } = tx.tables
  await tx.db
    .update(clients)
    .set(changes)
    .where(and(eq(clients.workspace_id, workspace_id), eq(clients.id, id)))
}

export async function deleteApplicationRow(tx: Tx, workspace_id: string, id: string): Promise<void> {
  const { oauth_clients: clients } = tx.tables
  await tx.db.delete(clients).where(and(eq(clients.workspace_id, workspace_id), eq(clients.id, id)))
}
