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
export function choiceIn(facts: StepFacts, { today, now }: Day): Choice | undefined {
  const { sections } = facts
  const closed = closedSections({ ...facts, now })
  const open = openSteps(facts, closed)
  const next = byDate(facts, open).find(({ due_on }) => due_on < today)?.of ?? open[0]
  if (next) return next
  const section = sections.find(({ id }) => closed.get(id)?.kind === 'by_team')
  return section && { section, step: undefined }
}

/**
 * The step of the customer for which an enrollment waits: the counted one that is late for the longest time, otherwise the one that is
 * due next, otherwise the first open one in the order of the guide. Undefined if what is to be done next is the team's.
 * @param isTeams whether a step is for the team to do, or to review
 */
export function heldUpAt(facts: StepFacts, day: Day, isTeams: (step: StoredStep) => boolean): Open | undefined {
  const next = choiceIn(facts, day)?.step
  return !next || isTeams(next) ? undefined : nextIn(facts, day, (step) => !isTeams(step))
}

/** The same among some of the steps, such as those of a person. */
export function nextIn(
  facts: StepFacts,
  { now }: Pick<Day, 'now'>,
  isOne: (step: StoredStep) => boolean,
): Open | undefined {
  const open = openSteps(facts, closedSections({ ...facts, now })).filter(({ step }) => isOne(step))
  return byDate(facts, open)[0]?.of ?? open[0]
}

interface Day {
  today: string
  now: string
}

type Open = Choice & { step: StoredStep }

/** The counted steps of open sections that are not done, in the order of the guide. */
function openSteps({ sections, settled }: StepFacts, closed: ReadonlyMap<string, unknown>): Open[] {
  const counted = new Set(countedSteps(sections.flatMap(({ steps }) => steps)))
  return sections
    .filter(({ id }) => !closed.has(id))
    .flatMap((section) => section.steps.map((step) => ({ section, step })))
    .filter(({ step }) => counted.has(step) && !settled.has(step.id))
}

/** Those with a date, the earliest first. */
function byDate({ rows }: StepFacts, open: readonly Open[]): { of: Open; due_on: string }[] {
  const dueOf = new Map(rows.map(({ step_id, due_on }) => [step_id, due_on]))
  return open
    .flatMap((of) => {
      const due_on = dueOf.get(of.step.id) ?? null
      return due_on === null ? [] : [{ of, due_on }]
    })
    .toSorted((a, b) => (a.due_on < b.due_on ? -1 : Number(a.due_on > b.due_on)))
}
