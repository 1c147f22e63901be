import type { Data } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { DateField } from '../../../components/form/field.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { DatePreview } from './preview.tsx'

interface TargetDialogProps {
  enrollment: Pick<Data<'getEnrollment'>, 'id' | 'target_date'>
  onClose(): void
}

/** The dialog that sets, moves or clears the target date. */
export function TargetDialog({ enrollment: { id, target_date }, onClose }: TargetDialogProps) {
  const { t } = useI18n()
  const update = useOperationMutation('updateEnrollment', { shown: true })
  const save = async ({ day }: { day: string }) => {
    const before = target_date
    await update.mutateAsync({ id, target_date: day || null })
    toasts.show(t('dates.target_saved'), () => update.mutateAsync({ id, target_date: before }))
  }
  return (
    <FormDialog
      title={t('dates.target')}
      action={t('common.save')}
      initial={{ day: target_date ?? '' }}
      save={save}
      onClose={onClose}
    >
      {({ values: { day }, set, wrong }) => (
        <>
          <DateField
            label={t('dates.target')}
            hint={t('dates.target_hint')}
            wrong={wrong.target_date}
            value={day}
            onChange={(chosen) => set('day', chosen)}
          />
          <TargetPreview id={id} day={day} isSame={day === (target_date ?? '')} />
        </>
      )}
    </FormDialog>
  )
}

function TargetPreview({ id, day, isSame }: { id: string; day: string; isSame: boolean }) {
  const query = useOperation('previewTargetDate', { id, target_date: day || 'none' }, { enabled: !isSame, keep: true })
  return isSame || query.error ? null : <DatePreview preview={query.data?.data} />
}
