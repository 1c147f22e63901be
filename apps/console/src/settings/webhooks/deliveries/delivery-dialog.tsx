import { useAct, useAnswer } from '../../../door/hooks.ts'
import type { Data } from '../../../door/operations.ts'
import { Button } from '../../../parts/button.tsx'
import { ShownDialog } from '../../../parts/dialog/shown-dialog.tsx'
import { Answered } from '../../../parts/states.tsx'
import { toasts } from '../../../parts/toast.tsx'
import { useWords } from '../../../words/words.ts'
import { Attempt } from './attempt.tsx'

interface DeliveryDialogProps {
  endpoint_id: string
  delivery_id: string
  title: string
  onClose(): void
}

/** A delivery: what was sent, and each attempt with what came back. */
export function DeliveryDialog({ endpoint_id, delivery_id, title, onClose }: DeliveryDialogProps) {
  const { say } = useWords()
  const query = useAnswer('getWebhookDelivery', { id: endpoint_id, delivery_id })
  const resend = useAct('resendWebhookDelivery', {
    onSuccess() {
      toasts.show(say('settings.webhooks.sent_again'))
      onClose()
    },
  })
  return (
    <ShownDialog
      title={title}
      broad
      onClose={onClose}
      act={
        <Button busy={resend.isPending} onClick={() => resend.mutate({ id: endpoint_id, delivery_id })}>
          {say('settings.webhooks.send_again')}
        </Button>
      }
    >
      <Answered query={query}>{({ data }) => <Shown delivery={data} />}</Answered>
    </ShownDialog>
  )
}

function Shown({ delivery }: { delivery: Data<'getWebhookDelivery'> }) {
  const { say, dayTime } = useWords()
  const { event_id, status, attempts, error, next_attempt_at, request_body, attempts_made } = delivery
  return (
    <div className="stack">
      <dl className="kv">
        <dt>{say('settings.webhooks.event_id')}</dt>
        <dd className="mono">{event_id}</dd>
        <dt>{say('settings.webhooks.answer')}</dt>
        <dd>
          {say(`settings.webhooks.delivery.${status}`)}, {say('settings.webhooks.tries', { count: attempts })}
          {error && <div className="soft">{error}</div>}
        </dd>
        {next_attempt_at && (
          <>
            <dt>{say('settings.webhooks.next')}</dt>
            <dd>{dayTime(next_attempt_at)}</dd>
          </>
        )}
      </dl>
      <section className="field" aria-label={say('settings.webhooks.request')}>
        <span className="label">{say('settings.webhooks.request')}</span>
        <pre className="code">
          {request_body === null ? say('settings.webhooks.no_request') : readable(request_body)}
        </pre>
      </section>
      {attempts_made.length > 0 && (
        <section className="field" aria-label={say('settings.webhooks.attempts')}>
          <span className="label">{say('settings.webhooks.attempts')}</span>
          {attempts_made.length < attempts && <span className="hint">{say('settings.webhooks.attempt_lost')}</span>}
          {attempts_made.map((attempt, i) => (
            <Attempt key={attempt.id} attempt={attempt} open={i === 0} />
          ))}
        </section>
      )}
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
