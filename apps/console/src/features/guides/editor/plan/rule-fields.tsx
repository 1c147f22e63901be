import { useState } from 'react'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { DueRule, Section } from '../../draft/draft.ts'
import { BASES, baseText, isBase } from './rule-text.ts'

const MAX_DAYS = 3650
const FIRST: DueRule = { days: 3, from: 'enrolled' }

interface RuleFieldsProps {
  rule: DueRule | null
  /** Whether there can be no date. */
  isOptional: boolean
  /** What it cannot count from, such as the step before of the first step. */
  without: readonly string[]
  /** The sections with the steps that it can count from. */
  sections: readonly Section[]
  wrong: string | undefined
  /** The id of the element with the reason why it is wrong. */
  describedBy: string
  onChange(rule: DueRule | null): void
}

/** A number of days before or after something, as a sentence. */
export function RuleFields({ rule, isOptional, without, sections, wrong, describedBy, onChange }: RuleFieldsProps) {
  const { t } = useI18n()
  const own = { 'aria-invalid': wrong ? true : undefined, 'aria-describedby': wrong ? describedBy : undefined } as const
  const change = (changes: Partial<DueRule>) => onChange({ ...(rule ?? FIRST), ...changes })
  const chooseFrom = (value: string) => {
    if (value === '') return onChange(null)
    const days = Math.abs(rule?.days ?? FIRST.days)
    return value === BEFORE_TARGET ? change({ from: 'target', days: -days }) : change({ from: value, days })
  }
  return (
    <div className="rule-fields">
      {rule && (
        <>
          <DaysInput
            days={Math.abs(rule.days)}
            onChange={(days) => change({ days: rule.days < 0 ? -days : days })}
            {...own}
          />
          <select
            className="input"
            aria-label={t('guide_plan.kind')}
            value={rule.calendar_days ? 'calendar' : 'working'}
            onChange={({ target: { value } }) => change({ calendar_days: value === 'calendar' })}
          >
            <option value="working">{t('guide_plan.working', { count: Math.abs(rule.days) })}</option>
            <option value="calendar">{t('guide_plan.calendar', { count: Math.abs(rule.days) })}</option>
          </select>
        </>
      )}
      <select
        className="input"
        aria-label={t('guide_plan.from')}
        value={rule ? choiceOf(rule) : ''}
        onChange={({ target: { value } }) => chooseFrom(value)}
        {...own}
      >
        {isOptional && <option value="">{t('guide_plan.no_date')}</option>}
        <BaseOptions rule={rule} without={without} sections={sections} />
      </select>
    </div>
  )
}

/** The value of a choice for days before the target, which a rule has as a negative number. */
const BEFORE_TARGET = 'before_target'

function choiceOf({ days, from }: DueRule): string {
  return from === 'target' && days < 0 ? BEFORE_TARGET : from
}

function BaseOptions({ rule, without, sections }: Pick<RuleFieldsProps, 'rule' | 'without' | 'sections'>) {
  const i18n = useI18n()
  const { t } = i18n
  const from = rule?.from
  const steps = sections.flatMap((section) => section.steps)
  const isGone = from !== undefined && !isBase(from) && !steps.some(({ id }) => id === from)
  return (
    <>
      {BASES.filter((base) => base === from || !without.includes(base)).map((base) => (
        <option key={base} value={base}>
          {baseText(base, false, undefined, i18n)}
        </option>
      ))}
      <option value={BEFORE_TARGET}>{t('guide_plan.after.before_target')}</option>
      {isGone && <option value={from}>{t('guide_plan.after.gone')}</option>}
      {sections.map((section) => (
        <optgroup key={section.id} label={section.title || t('editor.untitled')}>
          {section.steps
            .filter(({ id }) => id === from || !without.includes(id))
            .map(({ id, title }) => (
              <option key={id} value={id}>
                {baseText('step', false, title || t('editor.untitled'), i18n)}
              </option>
            ))}
        </optgroup>
      ))}
    </>
  )
}

/** A number of days; what is no number yet stays in the field alone. */
function DaysInput({ days, onChange, ...own }: { days: number; onChange(days: number): void }) {
  const { t } = useI18n()
  const [typed, setTyped] = useState<string>()
  return (
    <input
      className="input"
      type="number"
      min={0}
      max={MAX_DAYS}
      aria-label={t('guide_plan.days')}
      {...own}
      value={typed ?? days}
      onChange={({ target: { value } }) => {
        setTyped(value)
        if (value !== '') onChange(Math.min(MAX_DAYS, Math.max(0, Math.round(Number(value)))))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
