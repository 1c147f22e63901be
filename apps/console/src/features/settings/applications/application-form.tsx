import { GRANTABLE_ROLES } from '@handrail/core/contract'
import { useState } from 'react'
import type { Data, Item } from '../../../api/operations.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { BASE } from '../../../base-path.ts'
import { CopyButton } from '../../../components/copy.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { SecretDialog } from '../../../components/dialog/secret-dialog.tsx'
import { AreaField, ChoiceField, TextField } from '../../../components/form/field.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { ScopeChoice } from '../scopes.tsx'

interface ApplicationFormProps {
  /** The one to change; without it a new one is made. */
  application?: Item<'listApplications'>
  onClose(): void
}

/** The form of an OAuth application: name, redirect URIs and scopes. */
export function ApplicationForm({ application, onClose }: ApplicationFormProps) {
  const { t } = useI18n()
  const [made, setMade] = useState<Data<'createApplication'>>()
  const create = useOperationMutation('createApplication', { shown: true, onSuccess: ({ data }) => setMade(data) })
  const update = useOperationMutation('updateApplication', {
    shown: true,
    onSuccess: () => toasts.show(t('common.saved')),
  })
  const initial = {
    name: application?.name ?? '',
    addresses: application?.redirect_uris.join('\n') ?? '',
    scopes: application?.scopes ?? ['contacts:read'],
    type: application?.type ?? ('confidential' as const),
    role: 'none' as 'none' | (typeof GRANTABLE_ROLES)[number],
  }
  const save = async ({ addresses, type, role, ...fields }: typeof initial) => {
    const redirect_uris = linesOf(addresses)
    const client_credentials_role = type === 'public' || role === 'none' ? null : role
    if (!application) return create.mutateAsync({ ...fields, type, redirect_uris, client_credentials_role })
    await update.mutateAsync({ id: application.id, ...fields, redirect_uris })
    return onClose()
  }
  if (made) return <Made application={made} onClose={onClose} />
  return (
    <FormDialog
      title={t(application ? 'settings.applications.edit' : 'settings.applications.new')}
      action={t(application ? 'common.save' : 'settings.applications.make')}
      keepOpen
      initial={initial}
      save={save}
      onClose={onClose}
    >
      {({ values, wrong, set, text }) => (
        <>
          <TextField
            label={t('settings.applications.name')}
            hint={t('settings.applications.name_hint')}
            autoComplete="off"
            {...text('name')}
          />
          {!application && (
            <ChoiceField
              label={t('settings.applications.type')}
              hint={t(`settings.applications.${values.type}_text`)}
              value={values.type}
              options={[
                ['confidential', t('settings.applications.confidential')],
                ['public', t('settings.applications.public')],
              ]}
              onChange={(type) => set('type', type)}
            />
          )}
          {!application && values.type === 'confidential' && (
            <ChoiceField
              label={t('settings.applications.alone')}
              hint={t('settings.applications.alone_text')}
              value={values.role}
              options={[
                ['none', t('settings.applications.alone_off')],
                ...GRANTABLE_ROLES.map((one) => [one, t(`role.${one}`)] as const),
              ]}
              onChange={(role) => set('role', role)}
            />
          )}
          <AreaField
            label={t('settings.applications.addresses')}
            hint={t(
              values.role === 'none' ? 'settings.applications.addresses_hint' : 'settings.applications.addresses_alone',
            )}
            value={values.addresses}
            wrong={wrong.redirect_uris ?? wrong['redirect_uris.0']}
            onChange={(addresses) => set('addresses', addresses)}
          />
          <ScopeChoice chosen={values.scopes} wrong={wrong.scopes} onChange={(scopes) => set('scopes', scopes)} />
        </>
      )}
    </FormDialog>
  )
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

/** What the application needs to know, of which the secret is shown only here. */
function Made({ application, onClose }: { application: Data<'createApplication'>; onClose(): void }) {
  const { t } = useI18n()
  const { id, name, client_secret, redirect_uris } = application
  const secrets = [{ label: t('settings.applications.client_id'), text: id }]
  if (client_secret) secrets.push({ label: t('settings.applications.secret'), text: client_secret })
  return (
    <SecretDialog
      title={t('settings.applications.made', { name })}
      hint={t('secret.once')}
      secrets={secrets}
      file={`${name.replace(/[^\p{L}\p{N}]+/gu, '-')}.txt`}
      onClose={onClose}
    >
      {redirect_uris.length > 0 && <Next application={application} />}
    </SecretDialog>
  )
}

/** The authorization URL to send people to. */
function Next({ application: { id, redirect_uris, scopes } }: { application: Data<'createApplication'> }) {
  const { t } = useI18n()
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: id,
    redirect_uri: redirect_uris[0] ?? '',
    scope: scopes.map((scope) => scope.replace(':', '_')).join(' '),
    code_challenge_method: 'S256',
  })
  const address = `${location.origin}${BASE}/oauth/authorize?${query}&code_challenge=…&state=…`
  return (
    <section className="field" aria-label={t('settings.applications.next')}>
      <span className="label">{t('settings.applications.next')}</span>
      <div className="secret">
        <code>{address}</code>
        <CopyButton text={address} />
      </div>
      <span className="hint">{t('settings.applications.next_hint')}</span>
    </section>
  )
}
