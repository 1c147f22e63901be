import { z } from 'zod'
import { WaitsFor } from '../enrollments/gates/closed-sections.ts'
import { OutputId } from '../fields/fields.ts'
import type { StoredSection } from '../storage/tables/guides.ts'

/** A closed section as persons of the enrollment see it: nothing of its steps but how many they are. */
export const OwnClosedSection = z
  .object({
    section_id: OutputId,
    /** So that an address of a step is known as one of this section. */
    step_ids: z.array(OutputId),
    waits_for: WaitsFor,
  })
  .meta({ id: 'OwnClosedSection' })

/** The closed sections of a guide. @param sections without internal steps */
export function closedForOwn(
  sections: readonly StoredSection[],
  closed: ReadonlyMap<string, WaitsFor>,
): z.infer<typeof OwnClosedSection>[] {
  return sections.flatMap(({ id: section_id, steps }) => {
    const waits_for = closed.get(section_id)
    return waits_for ? [{ section_id, step_ids: steps.map(({ id }) => id), waits_for }] : []
  })
}

/** The sections with what can be read of them: of closed ones the title, and the text that says what they wait for. */
export function readableSections(
  sections: readonly StoredSection[],
  closed: ReadonlyMap<string, WaitsFor>,
): StoredSection[] {
  return sections.map((section) => (closed.has(section.id) ? { ...section, description: '', steps: [] } : section))
}
