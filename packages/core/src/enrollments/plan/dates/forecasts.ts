import { findVersion } from '../../../guides/store.ts'
import type { Reader } from '../../../storage/database.ts'
import { dayIn } from '../../../times.ts'
import { plainCalendarOf } from '../../../working-calendar/store.ts'
import { findWorkspace } from '../../../workspaces/store.ts'
import { forecastOf } from '../../dates/forecast.ts'
import { hasGates } from '../../gates/closed-sections.ts'
import { openedTimes } from '../../gates/read-gates.ts'
import type { Opening } from '../../gates/section-row.ts'
import { openingsBy, sectionRowsIn } from '../../gates/store.ts'
import { completionsOfAll, type EnrollmentRow } from '../../store.ts'
import { isOpen } from '../../transitions.ts'
import { plannedStepsOfAll } from '../store.ts'
import { planOf, withSkipped } from './plan-of.ts'

type Listed = Pick<
  EnrollmentRow,
  'id' | 'has_plan' | 'health' | 'status' | 'guide_version_id' | 'created_at' | 'started_at' | 'target_date'
>

/** The forecast of each enrollment, for up to a page: time alone moves it, so that it is not stored. Those without one are missing. */
export async function forecastsOf(
  reader: Reader,
  { workspace_id, listed, now }: { workspace_id: string; listed: readonly Listed[]; now: string },
): Promise<Map<string, string>> {
  // Where it has no health, nothing has a date: neither its target, nor a step that is open.
  const dated = listed.filter(({ has_plan, health, status }) => has_plan && health !== 'none' && isOpen(status))
  const forecasts = new Map<string, string>()
  if (dated.length === 0) return forecasts
  const ids = dated.map(({ id }) => id)
  const workspace = await findWorkspace(reader, workspace_id)
  const time_zone = workspace?.time_zone ?? 'UTC'
  const calendar = await plainCalendarOf(reader, workspace_id)
  const completed = await completionsOfAll(reader, workspace_id, ids)
  const planned = await plannedStepsOfAll(reader, workspace_id, ids)
  const today = dayIn(time_zone, now)
  for (const [version_id, followers] of Map.groupBy(dated, ({ guide_version_id }) => guide_version_id)) {
    const { sections = [] } = (await findVersion(reader, workspace_id, version_id)) ?? {}
    const gated = hasGates(sections) ? followers.map(({ id }) => id) : []
    const openings = openingsBy(await sectionRowsIn(reader, workspace_id, gated))
    for (const enrollment of followers) {
      const rows = planned.get(enrollment.id) ?? []
      const completions = withSkipped(completed.get(enrollment.id) ?? [], rows)
      const settled = new Set(completions.map(({ step_id }) => step_id))
      const known = openings.get(enrollment.id) ?? new Map<string, Opening>()
      const opened = openedTimes({ sections, settled, openings: known, now })
      const plan = planOf({ enrollment, sections, calendar, time_zone, completions, rows, opened })
      const forecast_date = forecastOf(plan, today)?.forecast_date
      if (forecast_date) forecasts.set(enrollment.id, forecast_date)
    }
  }
  return forecasts
}
