import type { Reader } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import { closedIn } from '../gates/closed.ts'
import { hasGates, type WaitsFor } from '../gates/closed-sections.ts'
import type { EnrollmentRow } from '../store.ts'
import { settledStepIds } from './settled.ts'

/** The closed sections of an enrollment, where it is not known yet which steps are done. */
export async function closedOf(
  reader: Reader,
  enrollment: EnrollmentRow,
  sections: readonly StoredSection[],
  now: string,
): Promise<ReadonlyMap<string, WaitsFor>> {
  if (!hasGates(sections)) return new Map()
  return closedIn(reader, enrollment, sections, { settled: new Set(await settledStepIds(reader, enrollment)), now })
}
