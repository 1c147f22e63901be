import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { ListSource } from '../../records/lists/source.ts'
import type { Reader } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'

type ParticipantsTable = Tables['participants']

/** The participants of an enrollment who have not been removed. */
export const participantList = {
  name: 'participants',
  table: (tables) => tables.participants,
  columns: (table) => getTableColumns(table),
  only: (t) => isNull(t.removed_at),
  filters: { enrollment_id: (t) => eq(t.enrollment_id, sql.placeholder('enrollment_id')) },
} satisfies ListSource<ParticipantsTable, ParticipantsTable['_']['columns']>

/** Adds the names and addresses of their contacts to participants. */
export async function withNames<T extends { contact_id: string }>(
  { db, tables: { contacts: t } }: Reader,
  workspace_id: string,
  participants: readonly T[],
) {
  const ids = participants.map(({ contact_id }) => contact_id)
  if (ids.length === 0) return []
  const { id, first_name, last_name, email } = t
  const contacts = await db
    .select({ id, first_name, last_name, email })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(id, ids)))
  const names = new Map(contacts.map(({ id: contact_id, ...named }) => [contact_id, named]))
  return participants.map((one) => ({
    ...one,
    ...(names.get(one.contact_id) ?? { first_name: '', last_name: '', email: '' }),
  }))
}
