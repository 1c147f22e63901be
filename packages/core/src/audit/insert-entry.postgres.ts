import type { Tx } from '../storage/database.ts'

/** Inserts an entry that fills the columns of the first release: before migrations, the table has no others. */
export async function insertEntry({ connection }: Tx, values: readonly string[]): Promise<void> {
  await connection.run(
    'insert into audit_entries (id, actor_id, actor, door, action, details, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    values,
  )
}
