import { settledSteps } from './agreements/review.ts'
import { isTeams } from './people/people.ts'
import type { GuideVisit, Section, Step, View } from './visit.ts'

/** A step with where it is. */
export interface Placed {
  step: Step
  section: Section
  /** From 1, over the whole guide. */
  number: number
}

/** The steps of a guide in their order. */
export function stepsOf({ guide }: View): Placed[] {
  let number = 0
  return guide.sections.flatMap((section) => section.steps.map((step) => ({ step, section, number: ++number })))
}

export function findStep(view: View, id: string): Placed | undefined {
  return stepsOf(view).find(({ step }) => step.id === id)
}

export function isDone({ completed_step_ids }: View, { id }: Pick<Step, 'id'>): boolean {
  return completed_step_ids.includes(id)
}

/** How many minutes the required steps that are left to the persons will take, as far as anybody said. */
export function minutesLeft(view: View): number {
  const done = settledSteps(view)
  const left = stepsOf(view).filter(({ step }) => step.required && !isTeams(step) && !done.has(step.id))
  return left.reduce((sum, { step }) => sum + (step.estimated_minutes ?? 0), 0)
}

/** Where somebody goes on who has all that is required. */
export function endOf({ home, view: { asks_effort, ces_score } }: Pick<GuideVisit, 'home' | 'view'>): string {
  return asks_effort && ces_score === null ? `${home}/finish` : `${home}/thanks`
}

export function pathOf(home: string, { id }: Pick<Step, 'id'>): string {
  return `${home}/steps/${id}`
}
