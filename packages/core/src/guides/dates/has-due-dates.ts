import type { StoredSection } from '../../storage/tables/guides.ts'

/** Whether any step of a guide has a rule for its due date. */
export function hasDueDates(sections: readonly StoredSection[]): boolean {
  return sections.some(({ steps }) => steps.some(({ due }) => due !== null && due !== undefined))
}
