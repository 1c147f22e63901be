import { useState } from 'react'
import type { Data } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { DateField } from '../../../components/form/field.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Due } from '../../../workspace/dates/due.tsx'
import { DatePreview } from './preview.tsx'
import './dates.css'

type Step = Data<'getEnrollmentSteps'>['steps'][number]

interface StepDateProps {
  step: Pick<Step, 'id' | 'enrollment_id' | 'title' | 'due_on' | 'due_is_manual'>
  /** Whether the reader can change the date. */
  may: boolean
}

/** When an open step is due, with a dialog that changes it. */
export function StepDate({ step, may }: StepDateProps) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const shown = step.due_on ? <Due on={step.due_on} /> : may ? t('dates.set') : null
  if (!may) return shown
  return (
    <>
      <Button look="bare" onClick={() => setOpen(true)}>
        <span className="unseen">{t('dates.change_of', { step: step.title })}: </span>
        {shown}
      </Button>
      {isOpen && <StepDateDialog step={step} onClose={() => setOpen(false)} />}
    </>
  )
}

function StepDateDialog({ step, onClose }: { step: StepDateProps['step']; onClose(): void }) {
  const { t, date } = useI18n()
  const { id: step_id, enrollment_id: id, due_on, due_is_manual } = step
  const update = useOperationMutation('updateEnrollmentStep', { shown: true })
  const save = async ({ day, isByGuide }: { day: string; isByGuide: boolean }) => {
    const given = isByGuide ? { due_is_manual: false as const } : { due_on: day || null }
    await update.mutateAsync({ id, step_id, ...given })
    const before = due_is_manual ? { due_on } : { due_is_manual: false as const }
    toasts.show(t('dates.saved', { step: step.title }), () => update.mutateAsync({ id, step_id, ...before }))
  }
  return (
    <FormDialog
      title={t('dates.of_step', { step: step.title })}
      action={t('common.save')}
      initial={{ day: due_on ?? '', isByGuide: false }}
      save={save}
      onClose={onClose}
    >
      {({ values: { day, isByGuide }, set, wrong }) => (
        <>
          <DateField
            label={t('dates.due')}
            hint={t('dates.due_hint')}
            wrong={wrong.due_on}
            value={day}
            onChange={(chosen) => {
              set('day', chosen)
              set('isByGuide', false)
            }}
          />
          <StepPreview
            step={step}
            day={day}
            isByGuide={isByGuide}
            onGuide={(guideDay) => {
              set('day', guideDay ?? '')
              set('isByGuide', true)
            }}
            date={date}
          />
        </>
      )}
    </FormDialog>
  )
}

interface StepPreviewProps {
  step: StepDateProps['step']
  day: string
  /** Whether it is the date that the guide gives. */
  isByGuide: boolean
  onGuide(day: string | null): void
  date(day: string): string
}

/** What the date moves, and the date that the guide gives, to be used again. */
function StepPreview({
  step: { id: step_id, enrollment_id: id, due_on },
  day,
  isByGuide,
  onGuide,
  date,
}: StepPreviewProps) {
  const { t } = useI18n()
  const tried = isByGuide ? {} : { due_on: day || ('none' as const) }
  const query = useOperation('previewStepDate', { id, step_id, ...tried }, { keep: true })
  const preview = query.data?.data
  if (!preview || query.error) return null
  const { guide_due_on } = preview
  return (
    <>
      {guide_due_on !== (day || null) && (
        <p className="soft">
          {guide_due_on ? t('dates.guide_says', { date: date(guide_due_on) }) : t('dates.guide_says_none')}{' '}
          <Button look="bare" onClick={() => onGuide(guide_due_on)}>
            {t('dates.use_that')}
          </Button>
        </p>
      )}
      {(due_on ?? '') !== day && <DatePreview preview={preview} />}
    </>
  )
}
