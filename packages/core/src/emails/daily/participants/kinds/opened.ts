import { openingsOf } from '../../../../enrollments/gates/closed.ts'
import { hasGates } from '../../../../enrollments/gates/closed-sections.ts'
import { settledStepIds } from '../../../../enrollments/plan/settled.ts'
import type { Reader } from '../../../../storage/database.ts'
import { DAY_MS, later } from '../../../../times.ts'
import type { OwnDay, OwnItem } from '../item.ts'
import type { OwnPlan } from '../own-plans.ts'

/** A section that opened longer ago is no news, also to somebody who was on holiday or joined since. */
const RECENT_MS = 14 * DAY_MS

/** The first open step in each section that opened lately: of a section, one thing is told. */
export async function openedSteps(reader: Reader, plan: OwnPlan, { now }: OwnDay): Promise<OwnItem[]> {
  const { enrollment, sections, isOwn } = plan
  if (!hasGates(sections)) return []
  const openings = await openingsOf(reader, enrollment)
  const since = later(now, -RECENT_MS)
  const recent = sections.filter(({ id }) => (openings.get(id)?.opened_at ?? '') > since)
  if (recent.length === 0) return []
  const settled = new Set(await settledStepIds(reader, enrollment))
  return recent.flatMap(({ id, title, steps }): OwnItem[] => {
    const step = steps.find((one) => !settled.has(one.id) && isOwn(one))
    if (!step) return []
    const due_on = plan.rows.get(step.id)?.due_on ?? null
    return [{ key: `${enrollment.id}/section ${id}`, stage: 'opened', plan, step, due_on, section: title }]
  })
}
