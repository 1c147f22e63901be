import type { z } from 'zod'
import { ANYONE, isInternal } from '../../guides/responsible.ts'
import { memberNames } from '../../people/members/assignee.ts'
import type { Reader } from '../../storage/database.ts'
import type { StoredSection, StoredStep } from '../../storage/tables/guides.ts'
import { shownCaller } from '../participants/person.ts'
import { completedSteps, type EnrollmentRow } from '../store.ts'
import { type Check, checksOf } from '../submissions/checks.ts'
import type { EnrollmentStep, StepCount } from './enrollment-step.ts'
import type { StepRow } from './rows.ts'
import { plannedStepsOf } from './store.ts'

type Step = z.infer<typeof EnrollmentStep>
type Completion = Awaited<ReturnType<typeof completedSteps>>[number]

/**
 * The steps of an enrollment in the order of the guide: who does each, by when, and what became of it.
 * @param closed the closed sections, by id
 */
export async function stepsOf(
  reader: Reader,
  enrollment: EnrollmentRow,
  sections: readonly StoredSection[],
  closed: ReadonlyMap<string, unknown>,
): Promise<Step[]> {
  const { workspace_id, id, has_plan } = enrollment
  const done = new Map((await completedSteps(reader, workspace_id, id)).map((one) => [one.step_id, one]))
  const rows = has_plan ? await plannedStepsOf(reader, { workspace_id, enrollment_id: id }) : []
  const planned = new Map(rows.map((row) => [row.step_id, row]))
  const checks = await checksOf(reader, enrollment, sections)
  const assignees = [...new Set(rows.map(({ assignee_id }) => assignee_id))].filter((one) => one !== null)
  const names = new Map((await memberNames(reader, workspace_id, assignees)).map((one) => [one.id, one.name]))
  return sections.flatMap(({ id: section_id, steps }) =>
    steps.map((step) => {
      const row = planned.get(step.id)
      const assignee_name = names.get(row?.assignee_id ?? '') ?? null
      return {
        ...fieldsOf(step),
        enrollment_id: id,
        section_id,
        ...stateOf(done.get(step.id), row, { check: checks.get(step.id), isClosed: closed.has(section_id) }),
        // A former member is nobody.
        assignee_id: assignee_name === null ? null : (row?.assignee_id ?? null),
        assignee_name,
        assignee_is_manual: row?.assignee_is_manual ?? false,
        reviewer_id: checks.get(step.id)?.reviewer_id ?? null,
        due_on: row?.due_on ?? null,
        due_is_manual: row?.due_is_manual ?? false,
      }
    }),
  )
}

function fieldsOf({
  id,
  title,
  type,
  required = true,
  responsible = ANYONE,
  internal = false,
  needs_review = false,
}: StoredStep) {
  return { id, title, type, required, responsible, internal, needs_review }
}

function stateOf(
  done: Completion | undefined,
  row: StepRow | undefined,
  { check, isClosed }: { check: Check | undefined; isClosed: boolean },
) {
  const skipped_at = done ? null : (row?.skipped_at ?? null)
  const pending = isClosed ? 'closed' : (check?.state ?? 'open')
  const state: Step['state'] = done ? 'done' : skipped_at === null ? pending : 'skipped'
  return {
    state,
    completed_at: done?.completed_at ?? null,
    completed_by: shownCaller(done?.completed_by ?? null),
    skipped_at,
    skipped_by: skipped_at === null ? null : shownCaller(row?.skipped_by ?? null),
  }
}

/** How many of the steps that contacts never see are done or skipped. */
export function internalCount(steps: readonly Step[]): z.infer<typeof StepCount> {
  const internal = steps.filter(isInternal)
  return {
    completed_steps: internal.filter(({ state }) => state === 'done' || state === 'skipped').length,
    total_steps: internal.length,
  }
}
