import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import type { ListSource } from '../records/lists/lists.ts'
import { columnsOf, insertRow } from '../records/rows.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { Message, OwnMessage } from './message.ts'

type MessagesTable = Tables['messages']
export type MessageRow = MessagesTable['$inferSelect']

interface Thread {
  workspace_id: string
  enrollment_id: string
}

const messageColumns = (table: MessagesTable) => columnsOf(table, Message)

/** The messages of an enrollment, newest first. */
export const messageList = {
  name: 'messages',
  table: (tables) => tables.messages,
  columns: messageColumns,
  filters: { enrollment_id: (t) => eq(t.enrollment_id, sql.placeholder('enrollment_id')) },
} satisfies ListSource<MessagesTable, ReturnType<typeof messageColumns>>

export function insertMessage(tx: Tx, message: MessageRow): Promise<void> {
  return insertRow(tx, 'messages', message)
}

/** The messages as their contact reads them, oldest first. */
export async function threadOf(reader: Reader, thread: Thread) {
  const { messages } = reader.tables
  return reader.db
    .select(columnsOf(messages, OwnMessage))
    .from(messages)
    .where(isIn(reader, thread))
    .orderBy(asc(messages.created_at), asc(messages.id))
}

/** The number of messages of an enrollment, and of those that no member has read. */
export async function countMessages(reader: Reader, thread: Thread) {
  const { messages } = reader.tables
  const [counted] = await reader.db
    .select({
      messages_count: count(),
      unread_messages_count: sql<number>`count(case when ${messages.read_at} is null then 1 end)`.mapWith(Number),
    })
    .from(messages)
    .where(isIn(reader, thread))
  return counted ?? { messages_count: 0, unread_messages_count: 0 }
}

/** Marks messages as read by a member. */
export async function markRead(tx: Tx, thread: Thread): Promise<void> {
  const { messages } = tx.tables
  await tx.db
    .update(messages)
    .set({ read_at: tx.stamp, updated_at: tx.stamp })
    .where(and(isIn(tx, thread), isNull(messages.read_at)))
}

function isIn({ tables: { messages } }: Reader, { workspace_id, enrollment_id }: Thread) {
  return and(eq(messages.workspace_id, workspace_id), eq(messages.enrollment_id, enrollment_id))
}
