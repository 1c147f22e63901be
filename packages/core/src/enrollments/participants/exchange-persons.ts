import { and, eq, getTableColumns, isNull, ne } from 'drizzle-orm'
import { deleteDraft, storeDraft } from '../../player/draft-store.ts'
import type { Tx } from '../../storage/database.ts'
import { PERSONS, type PersonColumn } from '../../storage/tables/persons.ts'
import type { EnrollmentRow } from '../store.ts'
import { forgetPassedSteps } from './passed-steps.ts'
import { type PersonId, recordedPerson } from './person.ts'

interface Exchange {
  /** The participant who becomes the primary contact. */
  successor: string
  /** The id of the participant that the primary contact becomes. */
  former: string
}

/** Writes what the primary contact of an enrollment did to a participant, and what that participant's successor did to the primary contact. */
export async function exchangePersons(tx: Tx, enrollment: EnrollmentRow, exchange: Exchange): Promise<void> {
  const { workspace_id, id: enrollment_id } = enrollment
  await forgetPassedSteps(tx, { workspace_id, enrollment_id }, null)
  await exchangeColumns(tx, enrollment, exchange)
  await exchangeDrafts(tx, enrollment, exchange)
  await exchangeCalendars(tx, enrollment, exchange)
}

/** The columns to exchange. What is a person's own has no place for that of another one, and is exchanged below. */
const COLUMNS = Object.entries<Readonly<Record<string, PersonColumn>>>(PERSONS).flatMap(([table, columns]) =>
  Object.entries(columns)
    .filter(([, { own }]) => !own)
    .map(([column, declared]) => ({ table, column, ...declared })),
)

/** Writes both persons to each other in every column that is declared to name one. */
async function exchangeColumns(tx: Tx, { workspace_id, id }: EnrollmentRow, { successor, former }: Exchange) {
  for (const { table, column, as, unless } of COLUMNS) {
    // The declaration is typed by the tables and their columns: all of them have these, and texts in the column.
    const t = tx.tables[table as 'messages']
    const person = getTableColumns(t)[column as 'participant_id']
    const named = (to: PersonId) => (as === 'caller' ? recordedPerson(to) : to)
    const isOf = (from: PersonId) => {
      const name = named(from)
      return and(
        eq(t.workspace_id, workspace_id),
        eq(t.enrollment_id, id),
        name === null ? isNull(person) : eq(person, name),
        unless && ne(t.kind, unless.kind),
      )
    }
    for (const [from, to] of [
      [null, former],
      [successor, null],
    ] as const)
      await tx.db
        .update(t)
        .set({ [column]: named(to), ...('updated_at' in t && { updated_at: tx.stamp }) })
        .where(isOf(from))
  }
}

/** The address of a calendar is that of a person: the former primary contact, who is removed, has none any more. */
async function exchangeCalendars(tx: Tx, { workspace_id, id }: EnrollmentRow, { successor }: Exchange) {
  const { contact_calendars: t } = tx.tables
  const isOf = (person: string) => and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, id), eq(t.person, person))
  const primary = recordedPerson(null)
  await tx.db.delete(t).where(isOf(primary))
  await tx.db
    .update(t)
    .set({ person: primary })
    .where(isOf(recordedPerson(successor)))
}

/** The drafts of the successor take the place of those of the primary contact; ticks are of all. */
async function exchangeDrafts(tx: Tx, { workspace_id, id: enrollment_id }: EnrollmentRow, { successor }: Exchange) {
  const { step_drafts: shared, participant_drafts: t } = tx.tables
  const before = await tx.db
    .select({ step_id: shared.step_id, content: shared.content })
    .from(shared)
    .where(and(eq(shared.workspace_id, workspace_id), eq(shared.enrollment_id, enrollment_id)))
  for (const { step_id, content } of before)
    if (content.ticks === undefined) await deleteDraft(tx, { workspace_id, enrollment_id, step_id })
  const own = await tx.db
    .select({ step_id: t.step_id, content: t.content })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id), eq(t.participant_id, successor)))
  for (const { step_id, content } of own) await storeDraft(tx, { workspace_id, enrollment_id, step_id }, content)
}
