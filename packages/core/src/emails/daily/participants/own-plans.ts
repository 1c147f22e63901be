import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Contact } from '../../../contacts/contact.ts'
import { stateOf } from '../../../enrollments/link-state.ts'
import { ownSteps } from '../../../enrollments/participants/own-steps.ts'
import { type ParticipantRow, participationsOf } from '../../../enrollments/participants/store.ts'
import type { StepRow } from '../../../enrollments/plan/rows.ts'
import { plannedStepsOf } from '../../../enrollments/plan/store.ts'
import { type EnrollmentRow, findEnrollment } from '../../../enrollments/store.ts'
import { submittedSteps } from '../../../enrollments/submissions/checks.ts'
import { isOpen } from '../../../enrollments/transitions.ts'
import { isTeams } from '../../../guides/responsible.ts'
import { seenSections } from '../../../guides/seen-sections.ts'
import { findGuide, findVersion } from '../../../guides/store.ts'
import { preparedRows, type Reader } from '../../../storage/database.ts'
import type { StoredSection, StoredStep } from '../../../storage/tables/guides.ts'

/** Maximum number of plans of a contact that a mail is about; the oldest come first. */
const MAX_PLANS = 30

/** An open plan in which a contact takes part, as far as its contact may see it. */
export interface OwnPlan {
  enrollment: EnrollmentRow
  /** Undefined for the primary contact. */
  participant: ParticipantRow | undefined
  version: { title: string; target_label: string; participants_may_invite: boolean }
  /** Without internal steps. */
  sections: readonly StoredSection[]
  /** The planned steps, by id. */
  rows: ReadonlyMap<string, StepRow>
  /** Whether a step is for the contact to do: none of the team, and none that waits for a review. */
  isOwn(step: StoredStep): boolean
}

/** The plans whose link is open to a contact. Each query follows an index. */
export async function ownPlansOf(
  reader: Reader,
  { workspace_id, contact }: { workspace_id: string; contact: Pick<Contact, 'id'> },
  now: string,
): Promise<OwnPlan[]> {
  const key = { workspace_id, contact_id: contact.id }
  const taking: { enrollment: EnrollmentRow; participant?: ParticipantRow }[] = (await primaryOf(reader, key)).map(
    (enrollment) => ({ enrollment }),
  )
  for (const participant of await participationsOf(reader, key)) {
    if (taking.length >= MAX_PLANS) break
    const enrollment = await findEnrollment(reader, workspace_id, participant.enrollment_id)
    if (enrollment?.has_plan && isOpen(enrollment.status)) taking.push({ enrollment, participant })
  }
  const plans: OwnPlan[] = []
  for (const { enrollment, participant } of taking) {
    const guide =
      enrollment.status === 'invited' ? await findGuide(reader, workspace_id, enrollment.guide_id) : undefined
    if (stateOf({ enrollment, contact, guide }, now) !== 'open') continue
    const version = await findVersion(reader, workspace_id, enrollment.guide_version_id)
    if (!version) continue
    const isPersons = await ownSteps(reader, enrollment, participant?.id ?? null)
    const rows = await plannedStepsOf(reader, { workspace_id, enrollment_id: enrollment.id })
    const submitted = await submittedSteps(reader, enrollment, version.sections, new Set())
    plans.push({
      enrollment,
      participant,
      version,
      sections: seenSections(version.sections),
      rows: new Map(rows.map((row) => [row.step_id, row])),
      isOwn: (step) => !isTeams(step) && !submitted.has(step.id) && isPersons(step),
    })
  }
  return plans
}

/** The open enrollments with a plan of a primary contact. */
async function primaryOf(
  reader: Reader,
  { workspace_id, contact_id }: { workspace_id: string; contact_id: string },
): Promise<EnrollmentRow[]> {
  return preparedRows(
    reader,
    'enrollments.planned_of_contact',
    ({ tables }) => getTableColumns(tables.enrollments),
    ({ db, tables: { enrollments: t } }, columns) =>
      db
        .select(columns)
        .from(t)
        .where(
          and(
            eq(t.workspace_id, sql.placeholder('workspace_id')),
            eq(t.contact_id, sql.placeholder('contact_id')),
            // The condition matches an index of open enrollments.
            sql`${t.status} in ('invited', 'in_progress')`,
            eq(t.has_plan, true),
          ),
        )
        .orderBy(asc(t.created_at), asc(t.id))
        .limit(MAX_PLANS),
    { workspace_id, contact_id },
  )
}
