import type { Data } from '../../../api/operations.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { AreaField, ChoiceField, TextField } from '../../../components/form/field.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'

interface KeysFormProps {
  application: Data<'getApplication'>
  onClose(): void
}

/** The form of the keys of an application: pasted, or at an address. */
export function KeysForm({ application, onClose }: KeysFormProps) {
  const { t } = useI18n()
  const { id, jwks, jwks_uri } = application
  const update = useOperationMutation('updateApplication', {
    shown: true,
    onSuccess: () => toasts.show(t('common.saved')),
  })
  const initial = {
    source: jwks_uri !== null ? ('address' as const) : ('pasted' as const),
    pasted: jwks && jwks_uri === null ? JSON.stringify(jwks, null, 2) : '',
    address: jwks_uri ?? '',
  }
  type Values = { source: 'none' | 'pasted' | 'address'; pasted: string; address: string }
  const save = ({ source, pasted, address }: Values) =>
    update.mutateAsync({
      id,
      jwks: source === 'pasted' ? keySetIn(pasted) : null,
      jwks_uri: source === 'address' ? address.trim() : null,
    })
  return (
    <FormDialog<Values>
      title={t('settings.applications.keys_title')}
      action={t('common.save')}
      initial={initial}
      save={save}
      onClose={onClose}
    >
      {({ values, wrong, set, text }) => (
        <>
          <ChoiceField
            label={t('settings.applications.keys')}
            hint={t('settings.applications.keys_hint')}
            value={values.source}
            options={[
              ['pasted', t('settings.applications.keys_pasted')],
              ['address', t('settings.applications.keys_address')],
              ['none', t('settings.applications.keys_none')],
            ]}
            onChange={(source) => set('source', source)}
          />
          {values.source === 'pasted' && (
            <AreaField
              label={t('settings.applications.jwks')}
              hint={t('settings.applications.jwks_hint')}
              rows={8}
              value={values.pasted}
              wrong={wrong.jwks}
              onChange={(pasted) => set('pasted', pasted)}
            />
          )}
          {values.source === 'address' && (
            <TextField
              label={t('settings.applications.jwks_uri')}
              hint={t('settings.applications.jwks_uri_hint')}
              inputMode="url"
              autoComplete="off"
              {...text('address')}
              wrong={wrong.jwks_uri}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

/** The pasted JSON. What is none is sent as a text, so that the field says what is wrong. */
function keySetIn(text: string): { keys: Record<string, unknown>[] } {
  try {
    return JSON.parse(text)
  } catch {
    // Refused by the operation.
    return text as never
  }
}
