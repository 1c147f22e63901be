import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import type { Clash, DatedSteps } from './clashes.ts'

interface ClashNoteProps {
  clash: Clash
  /** The step at whose date it is shown. */
  at: string
  /** What makes the date count again. */
  children?: ReactNode
}

/** Says that a step is due on the same day as one that it comes after, or before it. */
export function ClashNote({ clash: { first, second, isSameDay }, at, children }: ClashNoteProps) {
  const { t } = useI18n()
  const day = isSameDay ? 'same_day' : 'day_before'
  return (
    <p className="note warn">
      <TriangleAlert className="icon" aria-hidden />
      <span>
        {at === second.id
          ? t(`dates.clash.${day}`, { step: first.title })
          : t(`dates.clash.${day}_after`, { step: second.title })}{' '}
        {children}
      </span>
    </p>
  )
}

interface CountFromProps {
  clash: Clash
  /** The id of the enrollment. */
  id: string
  plan: DatedSteps
}

/** Lets a later step count from the earlier one again, as the guide says. */
export function CountFromThis({ clash: { second }, id, plan }: CountFromProps) {
  const { t } = useI18n()
  const due_on = plan.steps.find((step) => step.id === second.id)?.due_on ?? null
  const countAgain = useCountAgain(id, { ...second, due_on })
  return (
    <button type="button" className="link" onClick={countAgain}>
      {t('dates.clash.count_from_this')}
    </button>
  )
}

/** Returns a function that gives a step of an enrollment the date of the guide again, with Undo. */
export function useCountAgain(
  id: string,
  { id: step_id, title, due_on }: Pick<DatedSteps['steps'][number], 'id' | 'title' | 'due_on'>,
): () => void {
  const { t } = useI18n()
  const undo = useOperationMutation('updateEnrollmentStep')
  const update = useOperationMutation('updateEnrollmentStep', {
    onSuccess: () => toasts.show(t('dates.saved', { step: title }), () => undo.mutateAsync({ id, step_id, due_on })),
  })
  return () => update.mutate({ id, step_id, due_is_manual: false })
}
