import { useState } from 'react'
import type { Data } from '../../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../../api/use-operation.ts'
import { FormDialog } from '../../../../components/dialog/form-dialog.tsx'
import { SecretDialog } from '../../../../components/dialog/secret-dialog.tsx'
import { TextField, Tick } from '../../../../components/form/field.tsx'
import { toasts } from '../../../../components/toast.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { useGo } from '../../../../workspace/link.tsx'

interface EndpointFormProps {
  /** The one to change; without it a new one is made. */
  endpoint?: Data<'getWebhookEndpoint'>
  onClose(): void
}

/** The form of a webhook's address and events. */
export function EndpointForm({ endpoint, onClose }: EndpointFormProps) {
  const { t } = useI18n()
  const go = useGo()
  const [made, setMade] = useState<Data<'createWebhookEndpoint'>>()
  const types = useOperation('listEventTypes', {}).data?.data ?? []
  const create = useOperationMutation('createWebhookEndpoint', { shown: true, onSuccess: ({ data }) => setMade(data) })
  const update = useOperationMutation('updateWebhookEndpoint', {
    shown: true,
    onSuccess: () => toasts.show(t('common.saved')),
  })
  const initial = {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    events: endpoint?.events ?? ['*'],
  }
  const save = async (values: typeof initial) => {
    if (!endpoint) return create.mutateAsync(values)
    const { url, ...others } = values
    // An address that was left as it is must not be vouched for, or events to it would have the links of customers.
    await update.mutateAsync({ id: endpoint.id, ...others, ...(url !== endpoint.url && { url }) })
    return onClose()
  }
  if (made) {
    const open = () => {
      onClose()
      go(`/settings/webhooks/${made.id}`)
    }
    return (
      <SecretDialog
        title={t('settings.webhooks.made')}
        hint={t('settings.webhooks.secret_hint')}
        secrets={[{ label: t('settings.webhooks.secret'), text: made.secret }]}
        onClose={open}
      />
    )
  }
  return (
    <FormDialog
      title={t(endpoint ? 'settings.webhooks.edit' : 'settings.webhooks.new')}
      action={t(endpoint ? 'common.save' : 'settings.webhooks.make')}
      keepOpen
      initial={initial}
      save={save}
      onClose={onClose}
    >
      {({ values, wrong, set, text }) => (
        <>
          <TextField label={t('settings.webhooks.url')} type="url" placeholder="https://" {...text('url')} />
          <TextField label={t('settings.webhooks.description')} {...text('description')} />
          <fieldset>
            <legend className="label">{t('settings.webhooks.which')}</legend>
            <div className="ticks">
              <Tick
                label={t('settings.webhooks.all_events')}
                checked={values.events.includes('*')}
                onChange={(all) => set('events', all ? ['*'] : [])}
              />
              {!values.events.includes('*') &&
                types.map(({ name, description }) => (
                  <Tick
                    key={name}
                    label={<code className="mono">{name}</code>}
                    hint={description}
                    checked={values.events.includes(name)}
                    onChange={(on) =>
                      set('events', on ? [...values.events, name] : values.events.filter((one) => one !== name))
                    }
                  />
                ))}
            </div>
            {wrong.events && <p className="error">{wrong.events}</p>}
          </fieldset>
        </>
      )}
    </FormDialog>
  )
}
