import { and, asc, count, desc, eq, isNull, lte, ne, sql } from 'drizzle-orm'
import type { ListSource } from '../records/lists/source.ts'
import { columnsOf, insertRow } from '../records/rows.ts'
import { prepared, preparedRows, type Reader, type Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { Message, OwnMessage } from './message.ts'

type MessagesTable = Tables['messages']
export type MessageRow = MessagesTable['$inferSelect']

interface Thread {
  workspace_id: string
  enrollment_id: string
}

const Stored = Message.omit({ files: true })
const OwnStored = OwnMessage.omit({ files: true })
const messageColumns = (table: MessagesTable) => columnsOf(table, Stored)

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
  return preparedRows(
    reader,
    'messages.thread',
    ({ tables }) => columnsOf(tables.messages, OwnStored),
    ({ db, tables: { messages: t } }, columns) =>
      db.select(columns).from(t).where(isInThread(t)).orderBy(asc(t.created_at), asc(t.id)),
    { ...thread },
  )
}

/** The number of messages of an enrollment, and of those that no member has read. */
export async function countMessages(reader: Reader, thread: Thread) {
  const [counted] = await prepared(
    reader,
    'messages.count',
    ({ db, tables: { messages: t } }) =>
      db
        .select({
          messages_count: count(),
          unread_messages_count: sql<number>`count(case when ${t.read_at} is null then 1 end)`.mapWith(Number),
        })
        .from(t)
        .where(isInThread(t)),
    { ...thread },
  )
  return counted ?? { messages_count: 0, unread_messages_count: 0 }
}

/** The participant who wrote the newest message that is no answer; null for the primary contact. */
export async function lastAsker(reader: Reader, thread: Thread): Promise<string | null> {
  const { messages } = reader.tables
  const [last] = await reader.db
    .select({ participant_id: messages.participant_id })
    .from(messages)
    .where(and(isIn(reader, thread), ne(messages.kind, 'answer')))
    .orderBy(desc(messages.created_at), desc(messages.id))
    .limit(1)
  return last?.participant_id ?? null
}

/** Marks messages as read by a member. */
export async function markRead(tx: Tx, thread: Thread): Promise<void> {
  const { messages } = tx.tables
  await tx.db
    .update(messages)
    .set({ read_at: tx.stamp, updated_at: tx.stamp })
    .where(and(isIn(tx, thread), isNull(messages.read_at)))
}

/** The number of answers that the contact has not seen. */
export async function countUnseenAnswers(reader: Reader, thread: Thread): Promise<number> {
  const [counted] = await prepared(
    reader,
    'messages.unseen',
    ({ db, tables: { messages } }) =>
      db
        .select({ unseen: count() })
        .from(messages)
        .where(
          and(
            eq(messages.workspace_id, sql.placeholder('workspace_id')),
            eq(messages.enrollment_id, sql.placeholder('enrollment_id')),
            eq(messages.kind, 'answer'),
            isNull(messages.seen_at),
          ),
        ),
    { ...thread },
  )
  return Number(counted?.unseen ?? 0)
}

/** Marks answers as seen by the contact. @param until the time of the newest one, if not all */
export async function markSeen(tx: Tx, thread: Thread, until?: string): Promise<void> {
  const { messages } = tx.tables
  await tx.db
    .update(messages)
    .set({ seen_at: tx.stamp, updated_at: tx.stamp })
    .where(
      and(
        isIn(tx, thread),
        eq(messages.kind, 'answer'),
        isNull(messages.seen_at),
        until === undefined ? undefined : lte(messages.created_at, until),
      ),
    )
}

/** The time of a message; undefined if it is not of this enrollment. */
export async function timeOfMessage(reader: Reader, thread: Thread, id: string): Promise<string | undefined> {
  const { messages } = reader.tables
  const [found] = await reader.db
    .select({ created_at: messages.created_at })
    .from(messages)
    .where(and(isIn(reader, thread), eq(messages.id, id)))
  return found?.created_at
}

function isInThread(t: MessagesTable) {
  return and(eq(t.workspace_id, sql.placeholder('workspace_id')), eq(t.enrollment_id, sql.placeholder('enrollment_id')))
}

function isIn({ tables: { messages } }: Reader, { workspace_id, enrollment_id }: Thread) {
  return and(eq(messages.workspace_id, workspace_id), eq(messages.enrollment_id, enrollment_id))
}

/** Who said to be stuck in an enrollment, oldest first, unless a member cleared it. */
export function stuckIn(
  reader: Reader,
  { workspace_id, enrollment_id }: { workspace_id: string; enrollment_id: string },
) {
  return preparedRows(
    reader,
    'messages.stuck',
    ({ tables: { messages: t } }) => ({ step_id: t.step_id, participant_id: t.participant_id }),
    ({ db, tables: { messages: t } }, columns) =>
      db
        .select(columns)
        .from(t)
        .where(
          and(
            eq(t.workspace_id, sql.placeholder('workspace_id')),
            eq(t.enrollment_id, sql.placeholder('enrollment_id')),
            eq(t.kind, 'stuck'),
            isNull(t.cleared_at),
          ),
        )
        .orderBy(asc(t.created_at), asc(t.id)),
    { workspace_id, enrollment_id },
  )
}

/** Marks what was said about being stuck in an enrollment as no longer true. */
export async function clearStuckMessages(tx: Tx, thread: Thread): Promise<void> {
  const { messages: t } = tx.tables
  await tx.db
    .update(t)
    .set({ cleared_at: tx.stamp, updated_at: tx.stamp })
    .where(and(isIn(tx, thread), eq(t.kind, 'stuck'), isNull(t.cleared_at)))
}
