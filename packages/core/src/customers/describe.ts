import type { z } from 'zod'
import { withNames } from '../enrollments/names/names.ts'
import { nextStepsOf } from '../enrollments/next-steps/next-steps.ts'
import { forecastsOf } from '../enrollments/plan/dates/forecasts.ts'
import { stepFactsOf } from '../enrollments/plan/step-facts.ts'
import { progressOf } from '../enrollments/steps/progress.ts'
import { organisationNames } from '../organisations/store.ts'
import type { Reader } from '../storage/database.ts'
import type { Customer } from './customer.ts'
import { type Covered, worstOf } from './group.ts'
import type { Found } from './walk.ts'

interface Asked {
  workspace_id: string
  now: string
}

/** The rows of a page: names, forecasts and next steps are computed for these only. */
export async function described(
  reader: Reader,
  { workspace_id, now }: Asked,
  found: readonly Found[],
): Promise<z.infer<typeof Customer>[]> {
  const rows = found.map(({ plan }) => plan)
  const facts = await stepFactsOf(reader, workspace_id, rows)
  const listed = await withNames(reader, { workspace_id, listed: rows, now })
  const forecasts = await forecastsOf(reader, { workspace_id, listed, now, facts })
  const steps = await nextStepsOf(reader, { workspace_id, listed, now, facts })
  const organisation_ids = [...new Set(rows.flatMap(({ organisation_id }) => organisation_id ?? []))]
  const names = await organisationNames(reader, workspace_id, organisation_ids)
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return listed.map((plan, index) => {
    const { id, organisation_id, created_at } = plan
    const { sections = [], settled = new Set<string>() } = facts.get(id) ?? {}
    const { completed_steps, total_steps } = progressOf(sections, settled)
    const covered = found[index]?.covered
    return {
      id: covered && organisation_id !== null ? organisation_id : id,
      kind: covered ? 'organisation' : 'person',
      organisation_id,
      organisation_name: nameOf.get(organisation_id ?? '') ?? null,
      ...(covered ? summaryOf(covered) : { plans_count: 1, ...planSummaryOf(plan) }),
      plan: {
        ...plan,
        forecast_date: forecasts.get(id) ?? null,
        next_step: steps.get(id) ?? null,
        completed_steps,
        total_steps,
      },
      created_at,
    }
  })
}

function planSummaryOf({ health, progress_percentage, last_activity_at }: Found['plan']) {
  return { health, progress_percentage, last_activity_at }
}

function summaryOf({ matching }: Covered) {
  const sum = matching.reduce((total, { progress_percentage }) => total + progress_percentage, 0)
  const times = matching.flatMap(({ last_activity_at }) => last_activity_at ?? []).toSorted()
  return {
    plans_count: matching.length,
    health: worstOf(matching),
    progress_percentage: Math.round((sum / matching.length) * 10) / 10,
    last_activity_at: times.at(-1) ?? null,
  }
}
