import { CornerUpLeft, FileCheck2, RotateCcw, SkipForward, UserRound } from 'lucide-react'
import type { Data } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { ActionMenu, LaterMenu } from '../../../components/menu.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import type { PlannedStep } from './planned-step.ts'

interface StepMenuProps {
  step: PlannedStep
  enrollment: Data<'getEnrollment'>
  /** Shows what was sent in it; undefined where nothing was. */
  onReview: (() => void) | undefined
}

/** What else a member can do with a step: skip it, reopen it, give it to somebody. */
export function StepMenu({ step, enrollment, onReview }: StepMenuProps) {
  const isFinal = enrollment.status === 'completed' && !step.internal
  if (isFinal && step.responsible !== 'team' && !onReview) return null
  return <LaterMenu of={step.title} menu={() => <Menu step={step} isFinal={isFinal} onReview={onReview} />} />
}

function Menu({ step, isFinal, onReview }: Pick<StepMenuProps, 'step' | 'onReview'> & { isFinal: boolean }) {
  const { t } = useI18n()
  const { title, state, assignee_id, assignee_is_manual } = step
  const place = { id: step.enrollment_id, step_id: step.id }
  const change = useOperationMutation('updateEnrollmentStep')
  const isTeams = step.responsible === 'team'
  const colleagues = useOperation('listColleagues', {}, { enabled: isTeams }).data?.data ?? []
  /** Changes the step, and offers the way back. */
  const apply = async (changes: object, back: object, text: string) => {
    await change.mutateAsync({ ...place, ...changes })
    toasts.show(text, () => change.mutateAsync({ ...place, ...back }))
  }
  const before = { assignee_id: assignee_is_manual ? assignee_id : null }
  return (
    <ActionMenu
      of={title}
      opensAtOnce
      actions={[
        onReview && { icon: FileCheck2, text: t('plan.see_rounds'), run: onReview },
        !isFinal &&
          (state === 'open' || state === 'changes_requested') && {
            icon: SkipForward,
            text: t('plan.skip'),
            run: () => apply({ skipped: true }, { skipped: false }, t('plan.skipped_now', { step: title })),
          },
        !isFinal &&
          state === 'skipped' && {
            icon: CornerUpLeft,
            text: t('plan.unskip'),
            run: () => apply({ skipped: false }, { skipped: true }, t('plan.reopened', { step: title })),
          },
        !isFinal &&
          state === 'done' && {
            icon: RotateCcw,
            text: t('plan.reopen'),
            run: () => apply({ done: false }, { done: true }, t('plan.reopened', { step: title })),
          },
        ...colleagues
          .filter(({ user_id }) => user_id !== assignee_id)
          .map(({ user_id, name }) => ({
            icon: UserRound,
            key: user_id,
            text: t('plan.give', { name }),
            run: () => apply({ assignee_id: user_id }, before, t('plan.given', { name, step: title })),
          })),
        assignee_is_manual && {
          icon: CornerUpLeft,
          text: t('plan.by_guide'),
          run: () => apply({ assignee_id: null }, before, t('plan.by_guide_now', { step: title })),
        },
      ]}
    />
  )
}
