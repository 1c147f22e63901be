import type { Context } from '../../context.ts'
import type { Language } from '../../contract/languages.ts'
import type { Reader } from '../../storage/database.ts'
import { dayIn } from '../../times.ts'
import { addCalendarDays } from '../../working-calendar/working-days.ts'
import { type Brand, brandOf } from '../compose/brand.ts'
import type { EmailContent } from '../compose/letter.ts'
import { type Say, translator } from '../compose/translate.ts'
import type { PlanMailKind } from '../contract.ts'
import { digestLetter } from '../daily/members/letter.ts'
import { ownLetter } from '../daily/participants/letter.ts'
import { newestGuide, SAMPLE_CONTACT, SAMPLE_MEMBER } from './sample.ts'

/** A mail about plans as its recipient would get it, about made-up things in the newest guide of the workspace. */
export async function samplePlanLetter(
  reader: Reader,
  { caller: { workspace_id }, settings, now }: Pick<Context, 'caller' | 'settings' | 'now'>,
  { kind, language }: { kind: PlanMailKind; language: Language },
): Promise<{ letter: EmailContent; brand: Brand }> {
  const brand = { ...(await brandOf(reader, workspace_id)), default_language: language }
  const say = translator(language)
  const guide = (await newestGuide(reader, workspace_id)) ?? say('sample_guide')
  const today = dayIn(brand.time_zone, now())
  const { publicUrl } = settings
  const steps = sampleSteps(say, today)
  if (kind === 'digest') {
    const customer = `${SAMPLE_CONTACT.first_name} ${SAMPLE_CONTACT.last_name}`
    const about = { enrollment_id: '', customer, guide, tab: 'steps' as const }
    const items = steps.map(({ title, ...step }) => ({ ...about, ...step, step: title }))
    const console = `${publicUrl}/w/${workspace_id}`
    return {
      letter: digestLetter({ name: SAMPLE_MEMBER, brand, today, parts: [{ mail: 'steps', items }], console }),
      brand,
    }
  }
  const plan = {
    enrollment: { id: '', target_date: addCalendarDays(today, 19), participants_count: 0 },
    version: { title: guide, target_label: '', participants_may_invite: true },
  }
  const listed = kind === 'week_ahead' ? steps.filter(({ stage }) => stage !== 'late') : steps
  const letter = ownLetter({
    kind,
    contact: { ...SAMPLE_CONTACT, language },
    brand,
    items: listed.map(({ title, ...step }) => ({
      ...step,
      plan,
      step: { id: step.key, title, estimated_minutes: 10 },
    })),
    today,
    urlOf: () => `${publicUrl}/g/example`,
    unsubscribe: `${publicUrl}/unsubscribe`,
  })
  return { letter, brand }
}

/** A step that is late, one of today, and one of tomorrow. */
function sampleSteps(say: Say, today: string) {
  const on = (days: number) => addCalendarDays(today, days)
  return [
    { key: 'late', stage: 'late' as const, title: say('sample_step_late'), due_on: on(-2) },
    { key: 'today', stage: 'today' as const, title: say('sample_step_today'), due_on: today },
    { key: 'soon', stage: 'due' as const, title: say('sample_step_soon'), due_on: on(1) },
  ]
}
