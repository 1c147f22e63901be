import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Due } from '../../../workspace/dates/due.tsx'
import { StepDateDialog, type StepDateProps, type Tried } from './step-date-dialog.tsx'

/** When an open step is due, with a dialog that changes it. */
export function StepDate({ step, plan, may }: StepDateProps) {
  const { t } = useI18n()
  const [tried, setTried] = useState<Tried>()
  const shown = step.due_on ? <Due on={step.due_on} /> : may ? t('dates.set') : null
  if (!may) return shown
  return (
    <>
      <Button look="bare" onClick={() => setTried({ day: step.due_on ?? '', isByGuide: false })}>
        <span className="unseen">{t('dates.change_of', { step: step.title })}: </span>
        {shown}
      </Button>
      {tried && <StepDateDialog step={step} plan={plan} initial={tried} onClose={() => setTried(undefined)} />}
    </>
  )
}
