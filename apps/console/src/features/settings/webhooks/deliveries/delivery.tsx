import { RefreshCw, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Data } from '../../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../components/button.tsx'
import { ShownDialog } from '../../../../components/dialog/shown-dialog.tsx'
import { QueryView } from '../../../../components/query-view.tsx'
import { toasts } from '../../../../components/toast.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { Attempt } from './attempt.tsx'

export interface DeliveryProps {
  endpoint_id: string
  delivery_id: string
  onClose(): void
}

/** A delivery beside the list. */
export function DeliveryPanel({ endpoint_id, delivery_id, onClose }: DeliveryProps) {
  const { t } = useI18n()
  const { query, event, again } = useDelivery(endpoint_id, delivery_id)
  const place = useRef<HTMLElement>(null)
  // Another delivery is come to by the keyboard as the first was.
  useEffect(() => place.current?.focus({ preventScroll: true }), [delivery_id])
  return (
    <section className="card delivery" aria-label={event} tabIndex={-1} ref={place}>
      <header>
        <h2 className="grow">{event}</h2>
        {again()}
        <Button look="bare" square aria-label={t('common.close')} onClick={onClose}>
          <X className="icon" aria-hidden />
        </Button>
      </header>
      <div className="pad">
        <QueryView query={query}>{({ data }) => <Shown delivery={data} />}</QueryView>
      </div>
    </section>
  )
}

/** A delivery in a dialog, when there is no room beside the list. */
export function DeliveryDialog({ endpoint_id, delivery_id, onClose }: DeliveryProps) {
  const { query, event, again } = useDelivery(endpoint_id, delivery_id)
  return (
    <ShownDialog title={event} broad onClose={onClose} act={again(onClose)}>
      <QueryView query={query}>{({ data }) => <Shown delivery={data} />}</QueryView>
    </ShownDialog>
  )
}

function useDelivery(endpoint_id: string, delivery_id: string) {
  const { t } = useI18n()
  const query = useOperation('getWebhookDelivery', { id: endpoint_id, delivery_id })
  const resend = useOperationMutation('resendWebhookDelivery')
  /** The button that sends it again. */
  const again = (onDone?: () => void) => {
    const onSuccess = () => {
      toasts.show(t('settings.webhooks.sent_again'))
      onDone?.()
    }
    return (
      <Button busy={resend.isPending} onClick={() => resend.mutate({ id: endpoint_id, delivery_id }, { onSuccess })}>
        <RefreshCw className="icon" aria-hidden />
        {t('settings.webhooks.send_again')}
      </Button>
    )
  }
  return { query, event: query.data?.data.event ?? t('settings.webhooks.delivery_title'), again }
}

/** One delivery: the request, each attempt, and the last response. */
function Shown({ delivery }: { delivery: Data<'getWebhookDelivery'> }) {
  const { t, dayTime } = useI18n()
  const { event_id, status, attempts, error, next_attempt_at, request_body, attempts_made } = delivery
  const answer = attempts_made[0]?.response_body
  return (
    <div className="stack">
      <div className="stack close">
        <span className="mono soft">{event_id}</span>
        <span>
          {t(`settings.webhooks.delivery.${status}`)}, {t('settings.webhooks.tries', { count: attempts })}
          {next_attempt_at && `. ${t('settings.webhooks.next_try', { at: dayTime(next_attempt_at) })}`}
        </span>
        {error && <span className="soft">{error}</span>}
      </div>
      {attempts_made.length > 0 && (
        <section className="attempts" aria-label={t('settings.webhooks.attempts')}>
          {attempts_made.map((attempt) => (
            <Attempt key={attempt.id} attempt={attempt} />
          ))}
          {attempts_made.length < attempts && <p className="hint">{t('settings.webhooks.attempt_lost')}</p>}
        </section>
      )}
      {answer && (
        <section className="field" aria-label={t('settings.webhooks.came_back')}>
          <span className="label">{t('settings.webhooks.came_back')}</span>
          <pre className="code">{readable(answer)}</pre>
        </section>
      )}
      <section className="field" aria-label={t('settings.webhooks.request')}>
        <span className="label">{t('settings.webhooks.request')}</span>
        <pre className="code">{request_body === null ? t('settings.webhooks.no_request') : readable(request_body)}</pre>
      </section>
    </div>
  )
}

/** JSON as people read it; the bytes that were sent have no spaces. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    // It is shown as it is.
    return body
  }
}
