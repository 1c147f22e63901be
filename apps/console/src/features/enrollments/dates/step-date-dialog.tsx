import type { Data } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { DateField } from '../../../components/form/field.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { ClashNote, CountFromThis } from './clash-note.tsx'
import { clashesOf, type DatedSteps } from './clashes.ts'
import { DatePreview } from './preview.tsx'
import './dates.css'

type Step = Data<'getEnrollmentSteps'>['steps'][number]

export interface StepDateProps {
  step: Pick<Step, 'id' | 'enrollment_id' | 'title' | 'due_on' | 'due_is_manual'>
  plan: DatedSteps
  /** Whether the reader can change the date. */
  may: boolean
}

/** A date that is tried in the dialog. */
export interface Tried {
  day: string
  /** Whether it is the date that the guide gives. */
  isByGuide: boolean
}

interface StepDateDialogProps extends Pick<StepDateProps, 'step' | 'plan'> {
  initial: Tried
  onClose(): void
}

/** The date of a step, with what it moves and what it clashes with. */
export function StepDateDialog({ step, plan, initial, onClose }: StepDateDialogProps) {
  const { t, date } = useI18n()
  const { id: step_id, enrollment_id: id, title, due_on, due_is_manual } = step
  const update = useOperationMutation('updateEnrollmentStep', { shown: true })
  const save = async ({ day, isByGuide }: Tried) => {
    const given = isByGuide ? { due_is_manual: false as const } : { due_on: day || null }
    await update.mutateAsync({ id, step_id, ...given })
    const before = due_is_manual ? { due_on } : { due_is_manual: false as const }
    toasts.show(t('dates.saved', { step: title }), () => update.mutateAsync({ id, step_id, ...before }))
  }
  return (
    <FormDialog
      title={t('dates.of_step', { step: title })}
      action={t('common.save')}
      initial={initial}
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
            plan={plan}
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

interface StepPreviewProps extends Pick<StepDateProps, 'step' | 'plan'> {
  day: string
  /** Whether it is the date that the guide gives. */
  isByGuide: boolean
  onGuide(day: string | null): void
  date(day: string): string
}

/** What the date moves, and the date that the guide gives, to be used again. */
function StepPreview({
  step: { id: step_id, enrollment_id: id, due_on },
  plan,
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
      {clashesOf({ id: step_id, due_on: day || null, isManual: !isByGuide }, plan).map((clash) => (
        <ClashNote key={`${clash.first.id} ${clash.second.id}`} clash={clash} at={step_id}>
          {clash.first.id === step_id ? (
            <CountFromThis clash={clash} id={id} plan={plan} />
          ) : (
            <button type="button" className="link" onClick={() => onGuide(guide_due_on)}>
              {t('dates.clash.count_from', { step: clash.first.title })}
            </button>
          )}
        </ClashNote>
      ))}
    </>
  )
}
