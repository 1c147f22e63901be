import { GRANTED_ROLES } from '@handrail/core/contract'
import { useState } from 'react'
import { useAct } from '../../../api/use-operation.ts'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { SecretDialog } from '../../../components/dialog/secret-dialog.tsx'
import { AreaField, ChoiceField, TextField } from '../../../components/form/field.tsx'
import { useWords } from '../../../i18n/i18n.ts'

/** Invites a person; the link is mailed where there is a mail server, and shown in any case. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const { say } = useWords()
  const [url, setUrl] = useState<string>()
  const create = useAct('createInvitation', { shown: true, onSuccess: ({ data }) => setUrl(data.url) })
  const initial: { email: string; role: (typeof GRANTED_ROLES)[number]; message: string } = {
    email: '',
    role: 'editor',
    message: '',
  }
  if (url !== undefined) return <InvitationLink url={url} onClose={onClose} />
  return (
    <FormDialog
      title={say('settings.members.invite')}
      action={say('settings.members.make_invitation')}
      stays
      initial={initial}
      save={(values) => create.mutateAsync(values)}
      onClose={onClose}
    >
      {({ values, set, text }) => (
        <>
          <TextField label={say('contacts.email')} type="email" autoComplete="off" {...text('email')} />
          <ChoiceField
            label={say('settings.members.role')}
            hint={say(`role.${values.role}_text`)}
            value={values.role}
            options={GRANTED_ROLES.map((role) => [role, say(`role.${role}`)] as const)}
            onChange={(role) => set('role', role)}
          />
          <AreaField label={say('settings.members.message')} maxLength={1000} {...text('message')} />
        </>
      )}
    </FormDialog>
  )
}

export function InvitationLink({ url, onClose }: { url: string; onClose(): void }) {
  const { say } = useWords()
  return (
    <SecretDialog
      title={say('settings.members.invited')}
      hint={say('settings.members.link_hint')}
      secrets={[{ label: say('settings.members.link'), text: url }]}
      onClose={onClose}
    />
  )
}
