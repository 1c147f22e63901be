import { useState } from 'react'
import type { Data } from '../../../api/operations.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { SecretDialog } from '../../../components/dialog/secret-dialog.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useGo } from '../../../workspace/link.tsx'
import { ApplicationForm } from './application-form.tsx'
import { KeysForm } from './keys-form.tsx'

export type OpenDialog = 'edit' | 'keys' | 'rotate' | 'remove_secrets' | 'delete'

interface ApplicationDialogsProps {
  application: Data<'getApplication'>
  open: OpenDialog | undefined
  onClose(): void
}

/** The dialogs of the page of an application. */
export function ApplicationDialogs({ application, open, onClose }: ApplicationDialogsProps) {
  const { t } = useI18n()
  const { id, name } = application
  const [secret, setSecret] = useState<string>()
  const rotate = useOperationMutation('rotateApplicationSecret', {
    shown: true,
    onSuccess: ({ data }) => setSecret(data.client_secret),
  })
  const removeSecrets = useOperationMutation('removeApplicationSecrets', { shown: true })
  const go = useGo()
  const remove = useOperationMutation('deleteApplication', {
    shown: true,
    onSuccess: () => go('/settings/applications'),
  })
  return (
    <>
      {open === 'edit' && <ApplicationForm application={application} onClose={onClose} />}
      {open === 'keys' && <KeysForm application={application} onClose={onClose} />}
      {open === 'rotate' && (
        <Confirm
          title={t('settings.applications.rotate_title', { name })}
          action={t('settings.applications.rotate')}
          danger={false}
          onClose={onClose}
          run={() => rotate.mutateAsync({ id })}
        >
          {t('settings.applications.rotate_text')}
        </Confirm>
      )}
      {open === 'remove_secrets' && (
        <Confirm
          title={t('settings.applications.secret_remove_title', { name })}
          action={t('settings.applications.secret_remove')}
          onClose={onClose}
          run={() => removeSecrets.mutateAsync({ id })}
        >
          {t('settings.applications.secret_remove_text')}
        </Confirm>
      )}
      {open === 'delete' && (
        <Confirm
          title={t('settings.applications.delete_title', { name })}
          action={t('settings.applications.delete')}
          onClose={onClose}
          run={() => remove.mutateAsync({ id })}
        >
          {t('settings.applications.delete_text')}
        </Confirm>
      )}
      {secret !== undefined && (
        <SecretDialog
          title={name}
          hint={t('secret.once')}
          secrets={[{ label: t('settings.applications.secret'), text: secret }]}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}
