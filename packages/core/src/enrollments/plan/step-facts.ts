import { findVersion } from '../../guides/store.ts'
import type { Reader } from '../../storage/database.ts'
import type { StoredRole, StoredSection } from '../../storage/tables/guides.ts'
import { hasGates } from '../gates/closed-sections.ts'
import type { Opening } from '../gates/section-row.ts'
import { openingsBy, sectionRowsIn } from '../gates/store.ts'
import { completionsOfAll, type EnrollmentRow } from '../store.ts'
import type { Completions } from './dates/completions.ts'
import { withSkipped } from './dates/plan-of.ts'
import type { StepRow } from './rows.ts'
import { plannedStepsOfAll } from './store.ts'

/** What is stored of the steps of an enrollment, as far as its dates and its next step go. */
export interface StepFacts {
  sections: readonly StoredSection[]
  roles: readonly StoredRole[]
  rows: readonly StepRow[]
  /** With the skipped steps. */
  completions: Completions
  /** The steps that are done or skipped. */
  settled: ReadonlySet<string>
  /** What is stored of sections that open later, by id. */
  openings: ReadonlyMap<string, Opening>
}

type Listed = Pick<EnrollmentRow, 'id' | 'has_plan' | 'guide_version_id'>

/** The facts of each enrollment, for up to a page: each version of a guide is read once. */
export async function stepFactsOf(
  reader: Reader,
  workspace_id: string,
  listed: readonly Listed[],
): Promise<Map<string, StepFacts>> {
  const facts = new Map<string, StepFacts>()
  if (listed.length === 0) return facts
  const planned = listed.filter(({ has_plan }) => has_plan).map(({ id }) => id)
  const ids = listed.map(({ id }) => id)
  const completed = await completionsOfAll(reader, workspace_id, ids)
  const rowsOf = planned.length > 0 ? await plannedStepsOfAll(reader, workspace_id, planned) : new Map<string, never>()
  for (const [version_id, followers] of Map.groupBy(listed, ({ guide_version_id }) => guide_version_id)) {
    const { sections = [], roles = [] } = (await findVersion(reader, workspace_id, version_id)) ?? {}
    const gated = hasGates(sections) ? followers.map(({ id }) => id) : []
    const openingsOf = openingsBy(await sectionRowsIn(reader, workspace_id, gated))
    for (const { id } of followers) {
      const rows = rowsOf.get(id) ?? []
      const completions = withSkipped(completed.get(id) ?? [], rows)
      const settled = new Set(completions.map(({ step_id }) => step_id))
      facts.set(id, { sections, roles, rows, completions, settled, openings: openingsOf.get(id) ?? new Map() })
    }
  }
  return facts
}
