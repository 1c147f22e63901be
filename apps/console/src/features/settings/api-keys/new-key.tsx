import { useState } from 'react'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { SecretDialog } from '../../../components/dialog/secret-dialog.tsx'
import { ChoiceField, TextField } from '../../../components/form/field.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { ScopeChoice } from '../scopes.tsx'

const DAYS = ['30', '90', '365', 'never'] as const
type Days = (typeof DAYS)[number]
const DAY_MS = 86_400_000

/** The dialog that creates an API key: name, scopes and expiry. */
export function NewKeyDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n()
  const [token, setToken] = useState<string>()
  const create = useOperationMutation('createApiKey', { shown: true, onSuccess: ({ data }) => setToken(data.token) })
  const initial: { name: string; scopes: string[]; days: Days } = {
    name: '',
    scopes: ['contacts:read', 'enrollments:read'],
    days: '90',
  }
  const save = ({ name, scopes, days }: typeof initial) => {
    const expires_at = days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
    return create.mutateAsync({ name, scopes, expires_at })
  }
  if (token !== undefined)
    return (
      <SecretDialog
        title={t('settings.api_keys.made')}
        hint={t('secret.once')}
        secrets={[{ label: t('settings.api_keys.key'), text: token }]}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={t('settings.api_keys.new')}
      action={t('settings.api_keys.make')}
      keepOpen
      initial={initial}
      save={save}
      onClose={onClose}
    >
      {({ values, wrong, set, text }) => (
        <>
          <TextField
            label={t('settings.api_keys.name')}
            hint={t('settings.api_keys.name_hint')}
            autoComplete="off"
            {...text('name')}
          />
          <ScopeChoice chosen={values.scopes} wrong={wrong.scopes} onChange={(scopes) => set('scopes', scopes)} />
          <ChoiceField
            label={t('settings.api_keys.ends')}
            value={values.days}
            options={DAYS.map((days) => [days, t(`settings.api_keys.days_${days}`)] as const)}
            onChange={(days) => set('days', days)}
          />
        </>
      )}
    </FormDialog>
  )
}
