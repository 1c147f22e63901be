import { useState } from 'react'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { ClashNote, useCountAgain } from './clash-note.tsx'
import { clashesOf } from './clashes.ts'
import { StepDateDialog, type StepDateProps, type Tried } from './step-date-dialog.tsx'

/**
 * Warns of a date set by hand on or before that of the step from which it counts by the guide. A date that moves nothing else counts from
 * that step at once; otherwise the dialog shows what it moves.
 */
export function StepClash({ step, plan, may }: StepDateProps) {
  const { t } = useI18n()
  const [tried, setTried] = useState<Tried>()
  const { id: step_id, enrollment_id: id, due_on, due_is_manual } = step
  const countAgain = useCountAgain(id, step)
  const preview = useOperationMutation('previewStepDate', {
    onSuccess({ data: { steps, guide_due_on } }) {
      if (steps.length > 0) setTried({ day: guide_due_on ?? '', isByGuide: true })
      else countAgain()
    },
  })
  const clashes = clashesOf({ id: step_id, due_on, isManual: due_is_manual }, plan)
  const clash = clashes.find(({ second }) => second.id === step_id)
  return (
    <>
      {clash && (
        <ClashNote clash={clash} at={step_id}>
          {may && (
            <button type="button" className="link" onClick={() => preview.mutate({ id, step_id })}>
              {t('dates.clash.count_from', { step: clash.first.title })}
            </button>
          )}
        </ClashNote>
      )}
      {tried && <StepDateDialog step={step} plan={plan} initial={tried} onClose={() => setTried(undefined)} />}
    </>
  )
}
