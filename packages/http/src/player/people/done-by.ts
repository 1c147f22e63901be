import type { GuideVisit } from '../visit.ts'
import { findPerson, nameIn } from './people.ts'

/** Who did a step, and when: `You, 18 Nov`; undefined if the view does not tell. */
export function doneBy({ view, i18n, link }: GuideVisit, step_id: string): string | undefined {
  const completion = view.completions.find((one) => one.step_id === step_id)
  if (!completion) return undefined
  const { by, participant_id, participant_name, completed_at } = completion
  const day = i18n.shortDay(completed_at, link.workspace.time_zone)
  if (by === 'team') return i18n.t('by_on', { name: link.workspace.name, day })
  if (participant_id === view.participant_id) return i18n.t('by_on', { name: i18n.t('ask_you'), day })
  const person = findPerson(view, participant_id)
  const name = person ? nameIn(view, person) : (participant_name ?? i18n.t('former'))
  return i18n.t('by_on', { name, day })
}
