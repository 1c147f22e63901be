import type { DueRule, OpensRule } from './dates/due-rules.ts'
import { TEAM } from './responsible.ts'

interface Planned {
  sections: readonly PlannedSection[]
  roles: readonly unknown[]
  target_after_days: number | null
}

/** As it is stored; the storage's own type would come with all of the storage's into the declarations. */
interface PlannedSection {
  opens?: OpensRule | undefined
  steps: readonly { responsible?: string | undefined; due?: DueRule | null | undefined }[]
}

/** Whether a version has a plan: roles, a target, steps of the team or with dates, or sections that open later. */
export function hasPlan({ sections, roles, target_after_days }: Planned): boolean {
  return roles.length > 0 || target_after_days !== null || sections.some(isPlanned)
}

function isPlanned({ opens = 'at_once', steps }: PlannedSection): boolean {
  return opens !== 'at_once' || steps.some(({ responsible, due }) => responsible === TEAM || due != null)
}
