import type { Reader } from '../../../storage/database.ts'
import { dayIn } from '../../../times.ts'
import { plainCalendarOf } from '../../../working-calendar/store.ts'
import { findWorkspace } from '../../../workspaces/store.ts'
import { forecastOf } from '../../dates/forecast.ts'
import { openedTimes } from '../../gates/read-gates.ts'
import type { EnrollmentRow } from '../../store.ts'
import { isOpen } from '../../transitions.ts'
import { type StepFacts, stepFactsOf } from '../step-facts.ts'
import { planOf } from './plan-of.ts'

type Listed = Pick<
  EnrollmentRow,
  'id' | 'has_plan' | 'health' | 'status' | 'guide_version_id' | 'created_at' | 'started_at' | 'target_date'
>

interface ForecastQuery {
  workspace_id: string
  listed: readonly Listed[]
  now: string
  /** Those of all listed enrollments, where they are known already. */
  facts?: ReadonlyMap<string, StepFacts>
}

/** The forecast of each enrollment, for up to a page: time alone moves it, so that it is not stored. Those without one are missing. */
export async function forecastsOf(
  reader: Reader,
  { workspace_id, listed, now, facts }: ForecastQuery,
): Promise<Map<string, string>> {
  // Where it has no health, nothing has a date: neither its target, nor a step that is open.
  const dated = listed.filter(({ has_plan, health, status }) => has_plan && health !== 'none' && isOpen(status))
  const forecasts = new Map<string, string>()
  if (dated.length === 0) return forecasts
  const workspace = await findWorkspace(reader, workspace_id)
  const time_zone = workspace?.time_zone ?? 'UTC'
  const calendar = await plainCalendarOf(reader, workspace_id)
  const today = dayIn(time_zone, now)
  const known = facts ?? (await stepFactsOf(reader, workspace_id, dated))
  for (const enrollment of dated) {
    const own = known.get(enrollment.id)
    if (!own) continue
    const { sections, settled, openings, completions, rows } = own
    const opened = openedTimes({ sections, settled, openings, now })
    const plan = planOf({ enrollment, sections, calendar, time_zone, completions, rows, opened })
    const forecast_date = forecastOf(plan, today)?.forecast_date
    if (forecast_date) forecasts.set(enrollment.id, forecast_date)
  }
  return forecasts
}
