import { TEAM } from '@handrail/core/contract'
import { UsersRound } from 'lucide-react'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { Draft, Step } from '../../draft/draft.ts'
import { ruleText } from './rule-text.ts'

interface PlanButtonProps {
  step: Step
  draft: Draft
  isOpen: boolean
  onOpen(): void
}

/** Who does a step and by when, in a line above its text. It opens the panel where both are chosen. */
export function PlanButton({ step, draft, isOpen, onOpen }: PlanButtonProps) {
  const i18n = useI18n()
  const { t } = i18n
  const role = draft.roles.find(({ id }) => id === step.responsible)
  const team = t(step.internal ? 'guide_plan.internal' : 'guide_plan.we')
  const who = step.responsible === TEAM ? team : (role?.name ?? t('guide_plan.anyone'))
  const text = step.due ? `${who}, ${ruleText(step.due, draft, i18n)}` : who
  return (
    <button
      type="button"
      className="btn side plan-button"
      aria-pressed={isOpen}
      aria-label={t('guide_plan.button', { text })}
      onClick={onOpen}
    >
      <UsersRound className="icon" aria-hidden />
      <span className="cut">{text}</span>
    </button>
  )
}
