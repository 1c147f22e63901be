import { useOperationMutation } from '../../../api/use-operation.ts'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { OwnPasswordField } from '../../../components/form/own-password.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'

/** The dialog that transfers the workspace to another member. It asks for the own password. */
export function TransferDialog({ user_id, name, onClose }: { user_id: string; name: string; onClose(): void }) {
  const { t } = useI18n()
  const transfer = useOperationMutation('transferOwnership', {
    shown: true,
    onSuccess: () => toasts.show(t('common.saved')),
  })
  const save = ({ password }: { password: string }) => transfer.mutateAsync({ user_id, password })
  return (
    <FormDialog
      title={t('settings.members.transfer_title', { name })}
      action={t('settings.members.transfer')}
      initial={{ password: '' }}
      save={save}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p>{t('settings.members.transfer_text', { name })}</p>
          <OwnPasswordField {...text('password')} />
        </>
      )}
    </FormDialog>
  )
}
