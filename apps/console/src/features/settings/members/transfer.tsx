import { useAct } from '../../../api/use-operation.ts'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { OwnPasswordField } from '../../../components/form/own-password.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useWords } from '../../../i18n/i18n.ts'

/** Hands the workspace to another member; the own password says that it is meant. */
export function TransferDialog({ user_id, name, onClose }: { user_id: string; name: string; onClose(): void }) {
  const { say } = useWords()
  const transfer = useAct('transferOwnership', { shown: true, onSuccess: () => toasts.show(say('common.saved')) })
  const save = ({ password }: { password: string }) => transfer.mutateAsync({ user_id, password })
  return (
    <FormDialog
      title={say('settings.members.transfer_title', { name })}
      action={say('settings.members.transfer')}
      initial={{ password: '' }}
      save={save}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p>{say('settings.members.transfer_text', { name })}</p>
          <OwnPasswordField {...text('password')} />
        </>
      )}
    </FormDialog>
  )
}
