import { Switch } from '../../../../components/form/field.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { consistent, mayNeedReview, type Step } from '../../draft/draft.ts'
import { MemberChoice } from './member-choice.tsx'

interface ReviewProps {
  step: Step
  /** The errors of the step, by field. */
  wrong: Readonly<Record<string, string>>
  change(next: (step: Step) => Step): void
}

/** Whether a member reviews what customers send, and which one. Nothing for a step in which they send nothing. */
export function Review({ step, wrong, change }: ReviewProps) {
  const { t } = useI18n()
  if (!mayNeedReview(step)) return null
  const fault = wrong.needs_review ?? wrong.reviewer_id
  return (
    <div className="plan-part">
      <Switch
        label={t('guide_plan.review')}
        hint={t('guide_plan.review_hint')}
        checked={step.needs_review}
        onChange={(needs_review) => change((one) => consistent({ ...one, needs_review }))}
      />
      {step.needs_review && (
        <div className="row between reviewer">
          <span className="soft">{t('guide_plan.reviewer')}</span>
          <MemberChoice
            label={t('guide_plan.reviewer')}
            value={step.reviewer_id}
            onChange={(reviewer_id) => change((one) => ({ ...one, reviewer_id }))}
          />
        </div>
      )}
      {fault && <p className="error">{fault}</p>}
    </div>
  )
}
