import { z } from 'zod'
import { forecastsOf } from '../enrollments/plan/dates/forecasts.ts'
import { plannedStepsOf } from '../enrollments/plan/store.ts'
import type { EnrollmentRow } from '../enrollments/store.ts'
import { OutputId } from '../fields/fields.ts'
import { memberNames } from '../people/members/assignee.ts'
import type { Reader } from '../storage/database.ts'
import type { StoredSection } from '../storage/tables/guides.ts'

/** What is planned for a step, as persons of the enrollment see it. */
export const OwnPlannedStep = z
  .object({
    step_id: OutputId,
    assignee_name: z.string().nullable().describe('The member who does a step of the team; null if that is open'),
    due_on: z.string().nullable(),
    is_skipped: z.boolean(),
  })
  .meta({ id: 'OwnPlannedStep' })

/**
 * The plan of an enrollment as its persons see it. Costs nothing for an enrollment without a plan.
 * @param sections without internal steps
 */
export async function ownPlanOf(
  reader: Reader,
  { workspace_id, id: enrollment_id, has_plan }: EnrollmentRow,
  sections: readonly StoredSection[],
): Promise<z.infer<typeof OwnPlannedStep>[]> {
  if (!has_plan) return []
  const seen = new Set(sections.flatMap(({ steps }) => steps.map(({ id }) => id)))
  const rows = (await plannedStepsOf(reader, { workspace_id, enrollment_id })).filter(({ step_id }) =>
    seen.has(step_id),
  )
  const assignees = [...new Set(rows.map(({ assignee_id }) => assignee_id))].filter((id) => id !== null)
  const names = new Map((await memberNames(reader, workspace_id, assignees)).map(({ id, name }) => [id, name]))
  return rows.map(({ step_id, assignee_id, due_on, skipped_at }) => ({
    step_id,
    assignee_name: names.get(assignee_id ?? '') ?? null,
    due_on,
    is_skipped: skipped_at !== null,
  }))
}

/** The target of an enrollment as its persons see it: with the forecast only where that is later. */
export async function targetOf(reader: Reader, enrollment: EnrollmentRow, now: string) {
  const { workspace_id, id, target_date: date } = enrollment
  if (date === null) return null
  const forecast = (await forecastsOf(reader, { workspace_id, listed: [enrollment], now })).get(id)
  return { date, forecast_date: forecast !== undefined && forecast > date ? forecast : null }
}
