import type { Data } from '../../../../api/operations.ts'
import { useOperationMutation } from '../../../../api/use-operation.ts'
import { contactName } from '../../../../components/contact-name.ts'
import { FormDialog } from '../../../../components/dialog/form-dialog.tsx'
import { DateField } from '../../../../components/form/field.tsx'
import { toasts } from '../../../../components/toast.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'

const DAY_MS = 86_400_000

/** The dialog that sets the expiry of the link. */
export function ExtendDialog({ enrollment, onClose }: { enrollment: Data<'getEnrollment'>; onClose(): void }) {
  const { t } = useI18n()
  const update = useOperationMutation('updateEnrollment', { shown: true })
  const from = Math.max(Date.now(), Date.parse(enrollment.expires_at ?? new Date().toISOString()))
  const save = async ({ day }: { day: string }) => {
    const expires_at = day === '' ? null : new Date(`${day}T23:59:59`).toISOString()
    await update.mutateAsync({ id: enrollment.id, expires_at })
    toasts.show(t('enrollment.extended', { name: contactName(enrollment.contact) }))
  }
  return (
    <FormDialog
      title={t('enrollment.extend_title')}
      action={t('common.save')}
      initial={{ day: new Date(from + 14 * DAY_MS).toISOString().slice(0, 10) }}
      save={save}
      onClose={onClose}
    >
      {({ values, set, wrong }) => (
        <DateField
          label={t('enrollment.works_until')}
          hint={t('enrollment.extend_hint')}
          wrong={wrong.expires_at}
          value={values.day}
          onChange={(day) => set('day', day)}
        />
      )}
    </FormDialog>
  )
}
