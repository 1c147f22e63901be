import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Reader, Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { type PersonId, recordedPerson } from './person.ts'

export type PassedStep = Tables['passed_steps']['$inferSelect']

interface Thread {
  workspace_id: string
  enrollment_id: string
}

/** The steps of an enrollment that were passed on alone. */
export function passedStepsOf(
  { db, tables: { passed_steps: t } }: Reader,
  { workspace_id, enrollment_id }: Thread,
): Promise<PassedStep[]> {
  return db
    .select()
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id)))
    .orderBy(asc(t.step_id))
}

/** The same of several enrollments, for up to a page. */
export async function passedStepsOfAll(
  { db, tables: { passed_steps: t } }: Reader,
  workspace_id: string,
  enrollment_ids: readonly string[],
): Promise<Map<string, PassedStep[]>> {
  if (enrollment_ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.enrollment_id, [...enrollment_ids])))
  return Map.groupBy(rows, ({ enrollment_id }) => enrollment_id)
}

/** Passes a step on; a step that was passed on before goes from its person to another one. */
export async function passStep(
  tx: Tx,
  { workspace_id, enrollment_id, step_id }: Thread & { step_id: string },
  { to, by }: { to: PersonId; by: PersonId },
): Promise<void> {
  const { passed_steps: t } = tx.tables
  const passed = { participant_id: to, passed_by: recordedPerson(by), created_at: tx.stamp, updated_at: tx.stamp }
  await tx.db
    .insert(t)
    .values({ workspace_id, enrollment_id, step_id, ...passed })
    .onConflictDoUpdate({ target: [t.workspace_id, t.enrollment_id, t.step_id], set: passed })
}

/** Forgets that a step was passed on. */
export async function unpassStep(tx: Tx, { workspace_id, enrollment_id, step_id }: PassedStep): Promise<void> {
  const { passed_steps: t } = tx.tables
  await tx.db
    .delete(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id), eq(t.step_id, step_id)))
}

/** Forgets the steps that a person got or passed on. */
export async function forgetPassedSteps(
  tx: Tx,
  { workspace_id, enrollment_id }: Thread,
  person: PersonId,
): Promise<void> {
  const { passed_steps: t } = tx.tables
  const isTo = person === null ? isNull(t.participant_id) : eq(t.participant_id, person)
  await tx.db
    .delete(t)
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        eq(t.enrollment_id, enrollment_id),
        or(isTo, eq(t.passed_by, recordedPerson(person))),
      ),
    )
}
