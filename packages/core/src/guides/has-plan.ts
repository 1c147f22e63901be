import type { StepType } from './contract.ts'
import type { DueRule, OpensRule } from './dates/due-rules.ts'
import { TEAM } from './responsible.ts'
import { isChecked } from './reviewed.ts'

interface Planned {
  sections: readonly PlannedSection[]
  roles: readonly unknown[]
  target_after_days: number | null
}

/** As it is stored; the storage's own type would come with all of the storage's into the declarations. */
interface PlannedSection {
  opens?: OpensRule | undefined
  steps: readonly {
    type: StepType
    responsible?: string | undefined
    due?: DueRule | null | undefined
    needs_review?: boolean | undefined
  }[]
}

/**
 * Whether a version has a plan: roles, a target, steps of the team, with dates, reviews or approvals, or sections that open later.
 */
export function hasPlan({ sections, roles, target_after_days }: Planned): boolean {
  return roles.length > 0 || target_after_days !== null || sections.some(isPlanned)
}

function isPlanned({ opens = 'at_once', steps }: PlannedSection): boolean {
  return opens !== 'at_once' || steps.some((step) => step.responsible === TEAM || step.due != null || isChecked(step))
}
