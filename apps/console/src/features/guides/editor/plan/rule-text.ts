import type { I18n } from '../../../../i18n/i18n.ts'
import type { Draft, DueRule, Section } from '../../draft/draft.ts'

/** Days that a date can count from, other than steps. */
export const BASES = ['enrolled', 'started', 'target', 'previous', 'opened'] as const
export type Base = (typeof BASES)[number]

export function isBase(from: string): from is Base {
  return BASES.some((base) => base === from)
}

type Text = Pick<I18n, 't'>

/** A rule as a phrase: `3 working days after its section opens`. */
export function ruleText(
  { days, from, calendar_days }: DueRule,
  { sections }: Pick<Draft, 'sections'>,
  { t }: Text,
): string {
  const title = titleOf(sections, from)
  const base = isBase(from) ? from : title === undefined ? 'gone' : 'step'
  if (days === 0) return t(`guide_plan.on.${base}`, { title: title ?? '' })
  const count = Math.abs(days)
  const number = t(calendar_days ? 'guide_plan.number_calendar' : 'guide_plan.number_working', { count })
  return t('guide_plan.rule', { days: number, from: baseText(base, days < 0, title, { t }) })
}

/** What a rule counts from, with its direction: `after the step before`. */
export function baseText(
  base: Base | 'gone' | 'step',
  isBefore: boolean,
  title: string | undefined,
  { t }: Text,
): string {
  if (isBefore) return t('guide_plan.after.before_target')
  return t(`guide_plan.after.${base}`, { title: title ?? '' })
}

function titleOf(sections: readonly Section[], id: string): string | undefined {
  for (const { steps } of sections) for (const step of steps) if (step.id === id) return step.title
  return undefined
}
