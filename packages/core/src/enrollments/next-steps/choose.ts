import { countedSteps } from '../../guides/counted-steps.ts'
import type { StoredSection, StoredStep } from '../../storage/tables/guides.ts'
import { closedSections } from '../gates/closed-sections.ts'
import type { StepFacts } from '../plan/step-facts.ts'

/** The next step, or the next section that the team opens. */
export interface Choice {
  section: StoredSection
  step: StoredStep | undefined
}

/**
 * What is to be done next: the counted step that is late for the longest time, otherwise the first open one in the order of the
 * guide, otherwise the first section that waits for the team.
 */
export function choiceIn(facts: StepFacts, { today, now }: { today: string; now: string }): Choice | undefined {
  const { sections, settled, rows } = facts
  const closed = closedSections({ ...facts, now })
  const counted = new Set(countedSteps(sections.flatMap(({ steps }) => steps)))
  const open = sections
    .filter(({ id }) => !closed.has(id))
    .flatMap((section) => section.steps.map((step) => ({ section, step })))
    .filter(({ step }) => counted.has(step) && !settled.has(step.id))
  const dueOf = new Map(rows.map(({ step_id, due_on }) => [step_id, due_on]))
  const dayOf = ({ step }: { step: StoredStep }) => dueOf.get(step.id) ?? today
  const late = open
    .filter((one) => dayOf(one) < today)
    .toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : Number(dayOf(a) > dayOf(b))))
  const next = late[0] ?? open[0]
  if (next) return next
  const section = sections.find(({ id }) => closed.get(id)?.kind === 'by_team')
  return section && { section, step: undefined }
}
