import { GRANTABLE_ROLES } from '@handrail/core/contract'
import { useState } from 'react'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { SecretDialog } from '../../../components/dialog/secret-dialog.tsx'
import { AreaField, ChoiceField, TextField } from '../../../components/form/field.tsx'
import { useI18n } from '../../../i18n/i18n.ts'

/** The dialog that invites a person. It always shows the link, and mails it if there is a mail server. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n()
  const [url, setUrl] = useState<string>()
  const create = useOperationMutation('createInvitation', { shown: true, onSuccess: ({ data }) => setUrl(data.url) })
  const initial: { email: string; role: (typeof GRANTABLE_ROLES)[number]; message: string } = {
    email: '',
    role: 'editor',
    message: '',
  }
  if (url !== undefined) return <InvitationLink url={url} onClose={onClose} />
  return (
    <FormDialog
      title={t('settings.members.invite')}
      action={t('settings.members.make_invitation')}
      keepOpen
      initial={initial}
      save={(values) => create.mutateAsync(values)}
      onClose={onClose}
    >
      {({ values, set, text }) => (
        <>
          <TextField label={t('contacts.email')} type="email" autoComplete="off" {...text('email')} />
          <ChoiceField
            label={t('settings.members.role')}
            hint={t(`role.${values.role}_text`)}
            value={values.role}
            options={GRANTABLE_ROLES.map((role) => [role, t(`role.${role}`)] as const)}
            onChange={(role) => set('role', role)}
          />
          <AreaField label={t('settings.members.message')} maxLength={1000} {...text('message')} />
        </>
      )}
    </FormDialog>
  )
}

export function InvitationLink({ url, onClose }: { url: string; onClose(): void }) {
  const { t } = useI18n()
  return (
    <SecretDialog
      title={t('settings.members.invited')}
      hint={t('settings.members.link_hint')}
      secrets={[{ label: t('settings.members.link'), text: url }]}
      onClose={onClose}
    />
  )
}
