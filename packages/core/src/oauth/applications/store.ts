import { and, eq } from 'drizzle-orm'
import { notFound } from '../../errors.ts'
import type { ListSource } from '../../records/lists/source.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'

type ClientsTable = Tables['oauth_clients']

function applicationColumns(t: ClientsTable) {
  return {
    id: t.id,
    name: t.name,
    auth_method: t.auth_method,
    redirect_uris: t.redirect_uris,
    scopes: t.scopes,
    created_at: t.created_at,
    updated_at: t.updated_at,
  }
}

export const applicationList = {
  name: 'applications',
  table: (tables) => tables.oauth_clients,
  columns: applicationColumns,
  filters: {},
} satisfies ListSource<ClientsTable, ReturnType<typeof applicationColumns>>

/** @throws AppError `not_found` */
export async function existingApplication(reader: Reader, workspace_id: string, id: string) {
  const { oauth_clients: clients } = reader.tables
  const [application] = await reader.db
    .select(applicationColumns(clients))
    .from(clients)
    .where(and(eq(clients.workspace_id, workspace_id), eq(clients.id, id)))
  if (!application) throw notFound()
  return application
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
