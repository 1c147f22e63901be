import type { Stage } from '../../../contract.ts'
import { endOfSoon, endOfWeek } from '../../morning.ts'
import type { OwnDay, OwnItem } from '../item.ts'
import type { OwnPlan } from '../own-plans.ts'

/** Open steps that are late, due today, within two working days, or this week. */
export function datedSteps(_: unknown, plan: OwnPlan, day: OwnDay): OwnItem[] {
  const soon = endOfSoon(day.today, day.calendar)
  const week = endOfWeek(day.today)
  return plan.sections.flatMap(({ steps }) =>
    steps.flatMap((step): OwnItem[] => {
      const row = plan.rows.get(step.id)
      if (!row?.is_open || row.due_on === null || !plan.isOwn(step)) return []
      const stage = stageOf(row.due_on, { today: day.today, soon, week })
      if (stage === undefined) return []
      return [{ key: `${plan.enrollment.id}/${step.id}`, stage, plan, step, due_on: row.due_on }]
    }),
  )
}

function stageOf(due_on: string, { today, soon, week }: Record<'today' | 'soon' | 'week', string>): Stage | undefined {
  if (due_on < today) return 'late'
  if (due_on === today) return 'today'
  if (due_on <= soon) return 'due'
  return due_on <= week ? 'week' : undefined
}
