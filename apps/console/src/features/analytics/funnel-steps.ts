import type { Analytics } from './answer.ts'

export type FunnelStep = Analytics['steps'][number] & { lost: number; place: number }

/**
 * The steps with the number of contacts who stopped at each: those who finished the step before, or who began the guide, and not
 * this one. Contacts who have not begun stopped at no step.
 */
export function funnelOf({ steps, started }: Pick<Analytics, 'steps' | 'started'>): FunnelStep[] {
  return steps.map((step, index) => {
    const before = index === 0 ? started : (steps[index - 1]?.finished ?? 0)
    return { ...step, lost: Math.max(0, before - step.finished), place: index + 1 }
  })
}
