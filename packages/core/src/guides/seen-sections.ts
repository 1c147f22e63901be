import type { StoredSection } from '../storage/tables/guides.ts'
import { isInternal } from './responsible.ts'

/** The sections as contacts see them: without internal steps, and without sections of internal steps alone. */
export function seenSections(sections: readonly StoredSection[]): StoredSection[] {
  return sections.flatMap((section) => {
    const steps = section.steps.filter((step) => !isInternal(step))
    if (steps.length === section.steps.length) return [section]
    return steps.length === 0 ? [] : [{ ...section, steps }]
  })
}
