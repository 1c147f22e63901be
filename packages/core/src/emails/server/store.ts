import { eq, getTableColumns } from 'drizzle-orm'
import { preparedRows, type Reader, type Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'

/** The key of the one row. */
const ID = 'instance'

export type MailServerRow = Tables['mail_servers']['$inferSelect']

/** The mail server that was set in the console. */
export async function findMailServer(reader: Reader): Promise<MailServerRow | undefined> {
  const [row] = await preparedRows(
    reader,
    'mail_servers.find',
    ({ tables: { mail_servers: t } }) => getTableColumns(t),
    ({ db, tables: { mail_servers: t } }, columns) => db.select(columns).from(t).where(eq(t.id, ID)),
    {},
  )
  return row
}

export async function storeMailServer(tx: Tx, server: Omit<MailServerRow, 'id' | 'created_at' | 'updated_at'>) {
  const { mail_servers: t } = tx.tables
  const at = tx.stamp
  const changed = { ...server, updated_at: at }
  await tx.db
    .insert(t)
    .values({ ...changed, id: ID, created_at: at })
    .onConflictDoUpdate({ target: t.id, set: changed })
}

/** @returns whether there was one */
export async function deleteMailServer({ db, tables: { mail_servers: t } }: Tx): Promise<boolean> {
  return (await db.delete(t).where(eq(t.id, ID)).returning({ id: t.id })).length > 0
}
