import { useState } from 'react'
import type { Data } from '../../../../api/operations.ts'
import { useOperationMutation } from '../../../../api/use-operation.ts'
import { Confirm } from '../../../../components/dialog/confirm.tsx'
import { SecretDialog } from '../../../../components/dialog/secret-dialog.tsx'
import { toasts } from '../../../../components/toast.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { useGo } from '../../../../workspace/link.tsx'
import { RecoverDialog } from '../deliveries/recoveries.tsx'
import { DeliverySettings } from './delivery-settings.tsx'
import { EndpointForm } from './endpoint-form.tsx'

export type OpenDialog = 'edit' | 'settings' | 'recover' | 'delete' | 'rotate' | 'links'

interface EndpointDialogsProps {
  endpoint: Data<'getWebhookEndpoint'>
  open: OpenDialog | undefined
  onClose(): void
}

/** The dialogs of the actions of a webhook. */
export function EndpointDialogs({ endpoint, open, onClose }: EndpointDialogsProps) {
  const { t } = useI18n()
  const go = useGo()
  const [secret, setSecret] = useState<string>()
  const { id, url, description } = endpoint
  const rotate = useOperationMutation('rotateWebhookSecret', {
    shown: true,
    onSuccess: ({ data }) => setSecret(data.secret),
  })
  const sendLinks = useOperationMutation('updateWebhookEndpoint', {
    shown: true,
    onSuccess: () => toasts.show(t('settings.webhooks.links_are_sent')),
  })
  const remove = useOperationMutation('deleteWebhookEndpoint', {
    shown: true,
    onSuccess: () => go('/settings/webhooks'),
  })
  return (
    <>
      {open === 'edit' && <EndpointForm endpoint={endpoint} onClose={onClose} />}
      {open === 'settings' && <DeliverySettings endpoint={endpoint} onClose={onClose} />}
      {open === 'recover' && <RecoverDialog endpoint_id={id} onClose={onClose} />}
      {open === 'rotate' && (
        <Confirm
          title={t('settings.webhooks.rotate_title')}
          action={t('settings.webhooks.rotate')}
          danger={false}
          onClose={onClose}
          run={() => rotate.mutateAsync({ id })}
        >
          {t('settings.webhooks.rotate_text')}
        </Confirm>
      )}
      {open === 'links' && (
        <Confirm
          title={t('settings.webhooks.links_send_title', { host: new URL(url).host })}
          action={t('settings.webhooks.links_send')}
          danger={false}
          onClose={onClose}
          // Setting the address is what vouches for it.
          run={() => sendLinks.mutateAsync({ id, url })}
        >
          {t('settings.webhooks.links_send_text')}
        </Confirm>
      )}
      {open === 'delete' && (
        <Confirm
          title={t('settings.webhooks.delete_title', { name: description || new URL(url).host })}
          action={t('settings.webhooks.delete')}
          onClose={onClose}
          run={() => remove.mutateAsync({ id })}
        >
          {t('settings.webhooks.delete_text')}
        </Confirm>
      )}
      {secret !== undefined && (
        <SecretDialog
          title={t('settings.webhooks.secret')}
          hint={t('settings.webhooks.secret_hint')}
          secrets={[{ label: t('settings.webhooks.secret'), text: secret }]}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}
