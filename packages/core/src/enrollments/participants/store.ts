import { and, asc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { findRow, insertRow } from '../../records/rows.ts'
import { preparedRows, type Reader, type Tx } from '../../storage/database.ts'
import type { RowLock } from '../../storage/dialect.ts'
import type { Tables } from '../../storage/tables/tables.ts'

type ParticipantsTable = Tables['participants']
export type ParticipantRow = ParticipantsTable['$inferSelect']

/** A participant with the name and address of the contact. */
export type NamedParticipant = ParticipantRow & { first_name: string; last_name: string; email: string }

/**
 * The name of a participant for other persons of the customer: that which the inviter wrote, until the participant has acted. So
 * nobody learns the name of a contact by its address.
 */
export function shownName(
  one: Pick<NamedParticipant, 'started_at' | 'invited_first_name' | 'invited_last_name' | 'first_name' | 'last_name'>,
): { first_name: string; last_name: string } {
  const { started_at, invited_first_name, invited_last_name, first_name, last_name } = one
  if (started_at !== null || invited_first_name === null) return { first_name, last_name }
  return { first_name: invited_first_name, last_name: invited_last_name ?? '' }
}

/**
 * A contact under the name of `shownName`, also for mail and pages that are the own ones: others can read the mailbox, such as that of
 * a department. @param participant undefined or null for the primary contact
 */
export function namedAsShown<C extends Pick<NamedParticipant, 'first_name' | 'last_name'>>(
  contact: C,
  participant: Omit<Parameters<typeof shownName>[0], 'first_name' | 'last_name'> | null | undefined,
): C {
  if (!participant) return contact
  const { first_name, last_name } = contact
  return { ...contact, ...shownName({ ...participant, first_name, last_name }) }
}

/** The columns of a participant without a role. */
export const NO_ROLE = { role_id: null, role_passed_by: null, role_passed_at: null } as const

interface Thread {
  workspace_id: string
  enrollment_id: string
}

/** The whole row of a participant, also of a removed one. @param lock held until the transaction ends */
export function findParticipant(
  reader: Reader,
  { workspace_id, enrollment_id, id }: Thread & { id: string },
  lock?: RowLock,
): Promise<ParticipantRow | undefined> {
  return findRow(reader, 'participants', getTableColumns, { workspace_id, id }, { name: 'whole', lock }).then((row) =>
    row?.enrollment_id === enrollment_id ? row : undefined,
  )
}

/** The participants of an enrollment who have not been removed, with the names of their contacts, the longest first. */
export async function participantsOf(
  reader: Reader,
  { workspace_id, enrollment_id }: Thread,
): Promise<NamedParticipant[]> {
  return preparedRows(
    reader,
    'participants.of_enrollment',
    ({ tables: { participants: t, contacts: c } }) => ({
      ...getTableColumns(t),
      first_name: c.first_name,
      last_name: c.last_name,
      email: c.email,
    }),
    ({ db, tables: { participants: t, contacts: c } }, columns) =>
      db
        .select(columns)
        .from(t)
        .innerJoin(c, and(eq(c.workspace_id, t.workspace_id), eq(c.id, t.contact_id)))
        .where(
          and(
            eq(t.workspace_id, sql.placeholder('workspace_id')),
            eq(t.enrollment_id, sql.placeholder('enrollment_id')),
            isNull(t.removed_at),
          ),
        )
        .orderBy(asc(t.created_at), asc(t.id)),
    { workspace_id, enrollment_id },
  )
}

/** The same of several enrollments, for up to a page. */
export async function participantsOfAll(
  { db, tables: { participants: t, contacts: c } }: Reader,
  workspace_id: string,
  enrollment_ids: readonly string[],
): Promise<Map<string, NamedParticipant[]>> {
  if (enrollment_ids.length === 0) return new Map()
  const rows = await db
    .select({ ...getTableColumns(t), first_name: c.first_name, last_name: c.last_name, email: c.email })
    .from(t)
    .innerJoin(c, and(eq(c.workspace_id, t.workspace_id), eq(c.id, t.contact_id)))
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.enrollment_id, [...enrollment_ids]), isNull(t.removed_at)))
    .orderBy(asc(t.created_at), asc(t.id))
  return Map.groupBy(rows, ({ enrollment_id }) => enrollment_id)
}

/** @throws UniqueViolation of `participants.contact_id` when the contact takes part already */
export function insertParticipant(tx: Tx, row: ParticipantRow): Promise<void> {
  return insertRow(tx, 'participants', row)
}

export async function changeParticipant(
  { db, tables: { participants: t } }: Tx,
  { workspace_id, id }: Pick<ParticipantRow, 'workspace_id' | 'id'>,
  changes: Partial<Omit<ParticipantRow, 'workspace_id' | 'id'>>,
): Promise<void> {
  await db
    .update(t)
    .set(changes)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.id, id)))
}

export async function deleteParticipantRow(
  { db, tables: { participants: t } }: Tx,
  { workspace_id, id }: Pick<ParticipantRow, 'workspace_id' | 'id'>,
): Promise<void> {
  await db.delete(t).where(and(eq(t.workspace_id, workspace_id), eq(t.id, id)))
}

/**
 * The names of participants by id, as persons of the customer see them, also of removed ones. Those whose contact was deleted or
 * erased are missing.
 */
export async function participantNames(
  { db, tables: { participants: t, contacts: c } }: Reader,
  workspace_id: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const found = await db
    .select({
      id: t.id,
      started_at: t.started_at,
      invited_first_name: t.invited_first_name,
      invited_last_name: t.invited_last_name,
      first_name: c.first_name,
      last_name: c.last_name,
    })
    .from(t)
    .innerJoin(c, and(eq(c.workspace_id, t.workspace_id), eq(c.id, t.contact_id)))
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.id, wanted), isNull(c.deleted_at)))
  return new Map(
    found.map((one) => {
      const { first_name, last_name } = shownName(one)
      return [one.id, `${first_name} ${last_name}`.trim()]
    }),
  )
}

/** Adds to records of an enrollment the name of the participant of each. */
export async function withParticipantNames<T extends { participant_id: string | null }>(
  reader: Reader,
  workspace_id: string,
  records: readonly T[],
): Promise<(T & { participant_name: string | null })[]> {
  const names = await participantNames(
    reader,
    workspace_id,
    records.map(({ participant_id }) => participant_id),
  )
  return records.map((record) => ({ ...record, participant_name: names.get(record.participant_id ?? '') ?? null }))
}

/** The participations of a contact that were not ended, in the order of their enrollments. @param where further conditions */
export function participationsOf(
  { db, tables: { participants: t } }: Reader,
  { workspace_id, contact_id }: { workspace_id: string; contact_id: string },
  where: SQL | undefined = isNull(t.removed_at),
): Promise<ParticipantRow[]> {
  return db
    .select()
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.contact_id, contact_id), where))
    .orderBy(asc(t.enrollment_id))
}
