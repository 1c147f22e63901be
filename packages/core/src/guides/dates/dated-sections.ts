import { countedSteps } from '../counted-steps.ts'
import type { DatedSection } from './outline.ts'

/** A section, stored or in a draft, with what its dates follow from. */
export interface SectionWithDates {
  id: string
  title: string
  opens?: DatedSection['opens'] | undefined
  steps: readonly StepWithDate[]
}

interface StepWithDate {
  id: string
  title: string
  due?: DatedSection['steps'][number]['due'] | undefined
  required?: boolean | undefined
  responsible?: string | undefined
  internal?: boolean | undefined
}

/** The sections of a guide, as far as dates go. */
export function datedSections(sections: readonly SectionWithDates[]): DatedSection[] {
  const counted = new Set(countedSteps(sections.flatMap(({ steps }) => steps)))
  return sections.map(({ id, title, opens, steps }) => ({
    id,
    title,
    opens,
    steps: steps.map((step) => ({ id: step.id, title: step.title, counted: counted.has(step), due: step.due })),
  }))
}
