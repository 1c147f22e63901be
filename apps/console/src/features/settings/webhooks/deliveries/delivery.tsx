import { RefreshCw, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Data } from '../../../../api/operations.ts'
import { useAct, useAnswer } from '../../../../api/use-operation.ts'
import { Button } from '../../../../components/button.tsx'
import { ShownDialog } from '../../../../components/dialog/shown-dialog.tsx'
import { Answered } from '../../../../components/query-view.tsx'
import { toasts } from '../../../../components/toast.tsx'
import { useWords } from '../../../../i18n/i18n.ts'
import { Attempt } from './attempt.tsx'

export interface DeliveryProps {
  endpoint_id: string
  delivery_id: string
  onClose(): void
}

/** A delivery beside the list. */
export function DeliveryPanel({ endpoint_id, delivery_id, onClose }: DeliveryProps) {
  const { say } = useWords()
  const { query, event, again } = useDelivery(endpoint_id, delivery_id)
  const place = useRef<HTMLElement>(null)
  // Another delivery is come to by the keyboard as the first was.
  useEffect(() => place.current?.focus({ preventScroll: true }), [delivery_id])
  return (
    <section className="card delivery" aria-label={event} tabIndex={-1} ref={place}>
      <header>
        <h2 className="grow">{event}</h2>
        {again()}
        <Button look="bare" square aria-label={say('common.close')} onClick={onClose}>
          <X className="icon" aria-hidden />
        </Button>
      </header>
      <div className="pad">
        <Answered query={query}>{({ data }) => <Shown delivery={data} />}</Answered>
      </div>
    </section>
  )
}

/** A delivery in front of the list, where there is no room beside it. */
export function DeliveryDialog({ endpoint_id, delivery_id, onClose }: DeliveryProps) {
  const { query, event, again } = useDelivery(endpoint_id, delivery_id)
  return (
    <ShownDialog title={event} broad onClose={onClose} act={again(onClose)}>
      <Answered query={query}>{({ data }) => <Shown delivery={data} />}</Answered>
    </ShownDialog>
  )
}

function useDelivery(endpoint_id: string, delivery_id: string) {
  const { say } = useWords()
  const query = useAnswer('getWebhookDelivery', { id: endpoint_id, delivery_id })
  const resend = useAct('resendWebhookDelivery')
  /** The button that sends it again. */
  const again = (onDone?: () => void) => {
    const onSuccess = () => {
      toasts.show(say('settings.webhooks.sent_again'))
      onDone?.()
    }
    return (
      <Button busy={resend.isPending} onClick={() => resend.mutate({ id: endpoint_id, delivery_id }, { onSuccess })}>
        <RefreshCw className="icon" aria-hidden />
        {say('settings.webhooks.send_again')}
      </Button>
    )
  }
  return { query, event: query.data?.data.event ?? say('settings.webhooks.delivery_title'), again }
}

/** What was sent, each attempt, and what came back of the last. */
function Shown({ delivery }: { delivery: Data<'getWebhookDelivery'> }) {
  const { say, dayTime } = useWords()
  const { event_id, status, attempts, error, next_attempt_at, request_body, attempts_made } = delivery
  const answer = attempts_made[0]?.response_body
  return (
    <div className="stack">
      <div className="stack close">
        <span className="mono soft">{event_id}</span>
        <span>
          {say(`settings.webhooks.delivery.${status}`)}, {say('settings.webhooks.tries', { count: attempts })}
          {next_attempt_at && `. ${say('settings.webhooks.next_try', { at: dayTime(next_attempt_at) })}`}
        </span>
        {error && <span className="soft">{error}</span>}
      </div>
      {attempts_made.length > 0 && (
        <section className="attempts" aria-label={say('settings.webhooks.attempts')}>
          {attempts_made.map((attempt) => (
            <Attempt key={attempt.id} attempt={attempt} />
          ))}
          {attempts_made.length < attempts && <p className="hint">{say('settings.webhooks.attempt_lost')}</p>}
        </section>
      )}
      {answer && (
        <section className="field" aria-label={say('settings.webhooks.came_back')}>
          <span className="label">{say('settings.webhooks.came_back')}</span>
          <pre className="code">{readable(answer)}</pre>
        </section>
      )}
      <section className="field" aria-label={say('settings.webhooks.request')}>
        <span className="label">{say('settings.webhooks.request')}</span>
        <pre className="code">
          {request_body === null ? say('settings.webhooks.no_request') : readable(request_body)}
        </pre>
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
