import type { Unfinished } from '@handrail/core/contract'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { useI18n } from '../../../../i18n/i18n.ts'
import { type Draft, type Step, withStep } from '../../draft/draft.ts'
import { unfinishedText } from '../unfinished/use-unfinished.ts'
import { RuleFields } from './rule-fields.tsx'
import { usePlannedDates } from './use-planned-dates.ts'

interface WhenProps {
  step: Step
  draft: Draft
  unfinished: readonly Unfinished[]
  /** The errors of the step, by field. */
  wrong: Readonly<Record<string, string>>
  change(next: (draft: Draft) => Draft): void
}

/** By when a step is done, and what day that comes to. */
export function When({ step, draft, unfinished, wrong, change }: WhenProps) {
  const i18n = useI18n()
  const { t } = i18n
  const id = useId()
  const isFirst = draft.sections.find(({ steps }) => steps.length > 0)?.steps[0]?.id === step.id
  const fault = unfinished.find(isOfDate)
  const text = wrong.due ?? wrong['due.from'] ?? wrong['due.days'] ?? (fault && unfinishedText(fault, i18n))
  return (
    <fieldset className="plan-part">
      <legend>{t('guide_plan.when')}</legend>
      <RuleFields
        rule={step.due}
        isOptional
        without={[step.id, ...(isFirst ? ['previous'] : [])]}
        sections={draft.sections}
        wrong={text}
        describedBy={id}
        onChange={(due) => change((before) => withStep(before, step.id, (one) => ({ ...one, due })))}
      />
      {text ? (
        <p className="error" id={id}>
          {text}
        </p>
      ) : (
        <ComesTo step={step} draft={draft} change={change} />
      )}
    </fieldset>
  )
}

const DATE_PROBLEMS: ReadonlySet<Unfinished['problem']> = new Set(['circular_date', 'unknown_base', 'nothing_before'])

/** Whether something unfinished is the date of a step or a section. */
export function isOfDate({ problem }: Unfinished): boolean {
  return DATE_PROBLEMS.has(problem)
}

/** The day that the rule of a step comes to, and the next step if it is due on the same day for somebody else. */
function ComesTo({ step, draft, change }: Pick<WhenProps, 'step' | 'draft' | 'change'>) {
  const { t, date } = useI18n()
  const { steps: dates } = usePlannedDates(draft)
  const day = dates.get(step.id)
  if (!step.due) return null
  if (day === undefined)
    return step.due.from === 'target' && draft.target_after_days === null ? (
      <p className="hint">{t('guide_plan.no_target')}</p>
    ) : null
  const next = nextOf(draft, step)
  const isTight = next?.due && next.responsible !== step.responsible && next.due.from !== step.id
  return (
    <>
      <p className="hint">{t('guide_plan.comes_to', { date: date(day) })}</p>
      {isTight && dates.get(next.id) === day && (
        <div className="note warn">
          <TriangleAlert className="icon" aria-hidden />
          <span>
            {t('guide_plan.same_day', { title: next.title || t('editor.untitled') })}{' '}
            <button
              type="button"
              className="link"
              onClick={() =>
                change((before) => withStep(before, next.id, (one) => ({ ...one, due: { days: 1, from: step.id } })))
              }
            >
              {t('guide_plan.count_from')}
            </button>
          </span>
        </div>
      )}
    </>
  )
}

/** The step after another one in its section. */
function nextOf({ sections }: Draft, step: Step): Step | undefined {
  const steps = sections.find((section) => section.steps.includes(step))?.steps ?? []
  return steps[steps.indexOf(step) + 1]
}
