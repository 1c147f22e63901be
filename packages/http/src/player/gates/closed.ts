import { daysUntil } from '../dates/days.ts'
import type { GuideVisit, View } from '../visit.ts'

export type ClosedSection = View['closed_sections'][number]

/** What is said of a section that is closed; undefined for an open one. */
export function closedSection({ closed_sections }: View, id: string): ClosedSection | undefined {
  return closed_sections.find(({ section_id }) => section_id === id)
}

/** The number of steps in closed sections. */
export function countClosedSteps({ closed_sections }: View): number {
  return closed_sections.reduce((sum, { step_ids }) => sum + step_ids.length, 0)
}

/** What a closed section waits for: first the text of the team, or ours; then what follows from the plan. */
export function waitingTexts(visit: GuideVisit, closed: ClosedSection): string[] {
  const { waiting_message = '' } = visit.view.guide.sections.find(({ id }) => id === closed.section_id) ?? {}
  const own = reasonOf(visit, closed)
  const { kind, date, steps_left } = closed.waits_for
  const left = kind === 'after_previous' ? [leftText(visit, steps_left)] : []
  // A date is told beside any text.
  const reason = waiting_message !== '' && date !== null ? [own] : []
  return [waiting_message || own, ...reason, ...left]
}

/** What it waits for, as a sentence. */
function reasonOf(visit: GuideVisit, { section_id, waits_for }: ClosedSection): string {
  const { i18n, link, view } = visit
  const { t } = i18n
  const { kind, date } = waits_for
  if (kind === 'by_team') return t('opens_by', { name: link.assignee?.name ?? link.workspace.name })
  if (kind === 'on_date') {
    if (date === null) return t('opens_later')
    const when = i18n.inDays(daysUntil(visit, date))
    return t('opens_on', { day: i18n.weekDay(date), when })
  }
  const before = view.guide.sections.slice(
    0,
    view.guide.sections.findIndex(({ id }) => id === section_id),
  )
  const [only, ...others] = before
  return only && others.length === 0 ? t('opens_after', { title: only.title }) : t('opens_after_all')
}

function leftText({ i18n: { t } }: GuideVisit, { yours, ours }: ClosedSection['waits_for']['steps_left']): string {
  const count = yours + ours
  return ours === 0 ? t('steps_to_go', { count }) : t('steps_to_go_sides', { count, yours, ours })
}
