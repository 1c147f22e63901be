import { CircleAlert, RefreshCw } from 'lucide-react'
import type { Data } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'

type Endpoint = Data<'getWebhookEndpoint'>

/** The failure of a webhook, its waiting events and the next attempt; nothing if it works. */
export function Health({ endpoint }: { endpoint: Endpoint }) {
  const { t, dayTime } = useI18n()
  const { id, status, failing_since, next_attempt_at, disabled_reason } = endpoint
  const isWrong = failing_since !== null || disabled_reason !== null
  const waiting = useOperation('listWebhookDeliveries', { id, status: 'pending', per_page: 1 }, { enabled: isWrong })
  const again = useOperationMutation('enableWebhookEndpoint', {
    onSuccess: () => toasts.show(t('settings.webhooks.tried')),
  })
  if (!isWrong) return null
  const count = waiting.data?.meta.total ?? 0
  const answered = endpoint.deliveries.find(({ error }) => error !== null)?.response_status
  const cause = answered ? t('settings.webhooks.answers', { status: answered }) : t('settings.webhooks.no_answer')
  return (
    <div className="note bad row wrap">
      <CircleAlert className="icon" aria-hidden />
      <span className="grow">
        <b>{disabled_reason ?? cause}</b> {count > 0 && t('settings.webhooks.waiting', { count })}{' '}
        {next_attempt_at && t('settings.webhooks.next_try', { at: dayTime(next_attempt_at) })}
      </span>
      {status === 'enabled' && (
        <Button busy={again.isPending} onClick={() => again.mutate({ id })}>
          <RefreshCw className="icon" aria-hidden />
          {t('settings.webhooks.try_now')}
        </Button>
      )}
    </div>
  )
}
