import type { Reader } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import type { EnrollmentRow } from '../store.ts'
import { closedSections, hasGates, type WaitsFor } from './closed-sections.ts'
import { type Opening, openingIn } from './section-row.ts'
import { sectionRowsOf } from './store.ts'

type Gated = Pick<EnrollmentRow, 'workspace_id' | 'id'>

const NONE: ReadonlyMap<string, WaitsFor> = new Map()

/** The closed sections of an enrollment. Costs nothing where every section is open from the beginning. */
export async function closedIn(
  reader: Reader,
  enrollment: Gated,
  sections: readonly StoredSection[],
  { settled, now }: { settled: ReadonlySet<string>; now: string },
): Promise<ReadonlyMap<string, WaitsFor>> {
  if (!hasGates(sections)) return NONE
  return closedSections({ sections, settled, openings: await openingsOf(reader, enrollment), now })
}

/** What is stored of the sections of an enrollment, by id. */
export async function openingsOf(reader: Reader, { workspace_id, id }: Gated): Promise<Map<string, Opening>> {
  const rows = await sectionRowsOf(reader, { workspace_id, enrollment_id: id })
  return new Map(rows.map((row) => [row.section_id, openingIn(row)]))
}

/** The steps of closed sections. */
export function closedSteps(
  sections: readonly StoredSection[],
  closed: ReadonlyMap<string, WaitsFor>,
): ReadonlySet<string> {
  return new Set(sections.flatMap(({ id, steps }) => (closed.has(id) ? steps.map((step) => step.id) : [])))
}
