import { useState } from 'react'
import { useAct, usePages } from '../../door/hooks.ts'
import type { Item } from '../../door/operations.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Filter } from '../../parts/list/filter.tsx'
import { More } from '../../parts/list/more.tsx'
import { Answered } from '../../parts/states.tsx'
import { toasts } from '../../parts/toast.tsx'
import { useWords } from '../../words/words.ts'

type Delivery = Item<'listWebhookDeliveries'>
const STATUSES = ['pending', 'succeeded', 'failed', 'skipped'] as const
const LOOKS = { pending: 'chip warn', succeeded: 'chip good', failed: 'chip bad', skipped: 'chip line' } as const

/** What was sent, newest first, and what came back. */
export function Deliveries({ endpoint_id }: { endpoint_id: string }) {
  const { say, dayTime } = useWords()
  const [status, setStatus] = useState('')
  const [open, setOpen] = useState<Delivery>()
  const known = STATUSES.find((one) => one === status)
  const query = usePages('listWebhookDeliveries', { id: endpoint_id, ...(known && { status: known }) })
  return (
    <section className="card" aria-labelledby="deliveries">
      <header>
        <h2 id="deliveries">{say('settings.webhooks.deliveries')}</h2>
        <span className="right">
          <Filter
            label={say('enrollments.status')}
            value={status}
            all={say('settings.webhooks.all_deliveries')}
            options={STATUSES.map((one) => [one, say(`settings.webhooks.delivery.${one}`)] as const)}
            onChange={setStatus}
          />
        </span>
      </header>
      <Answered query={query}>
        {({ pages }) => {
          const deliveries = pages.flatMap(({ data }) => data)
          if (deliveries.length === 0) return <p className="pad soft">{say('settings.webhooks.no_deliveries')}</p>
          return (
            <ul className="rows">
              {deliveries.map((delivery) => (
                <li key={delivery.id}>
                  <span className={LOOKS[delivery.status]}>{say(`settings.webhooks.delivery.${delivery.status}`)}</span>
                  <div className="grow">
                    <button type="button" className="link" onClick={() => setOpen(delivery)}>
                      {delivery.event}
                    </button>
                    <small>{say('settings.webhooks.tries', { count: delivery.attempts })}</small>
                  </div>
                  <span className="soft num">{delivery.response_status ?? '–'}</span>
                  <span className="soft num">{dayTime(delivery.created_at)}</span>
                </li>
              ))}
            </ul>
          )
        }}
      </Answered>
      <More query={query} />
      {open && <DeliveryDialog endpoint_id={endpoint_id} delivery={open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

function DeliveryDialog({
  endpoint_id,
  delivery,
  onClose,
}: {
  endpoint_id: string
  delivery: Delivery
  onClose(): void
}) {
  const { say, dayTime } = useWords()
  const { id, event, event_id, response_status, response_body, error, duration_ms, next_attempt_at } = delivery
  const resend = useAct('resendWebhookDelivery', {
    onSuccess() {
      toasts.show(say('settings.webhooks.sent_again'))
      onClose()
    },
  })
  return (
    <Dialog title={event} onClose={onClose}>
      <div className="body">
        <dl className="kv">
          <dt>{say('settings.webhooks.event_id')}</dt>
          <dd className="mono">{event_id}</dd>
          <dt>{say('settings.webhooks.answer')}</dt>
          <dd>
            {response_status === null
              ? (error ?? '–')
              : `${response_status}${duration_ms === null ? '' : `, ${duration_ms} ms`}`}
          </dd>
          {next_attempt_at && (
            <>
              <dt>{say('settings.webhooks.next')}</dt>
              <dd>{dayTime(next_attempt_at)}</dd>
            </>
          )}
        </dl>
        {response_body && (
          <div className="field">
            <span className="label">{say('settings.webhooks.came_back')}</span>
            <code className="code">{response_body}</code>
          </div>
        )}
      </div>
      <div className="foot">
        <Button busy={resend.isPending} onClick={() => resend.mutate({ id: endpoint_id, delivery_id: id })}>
          {say('settings.webhooks.send_again')}
        </Button>
        <Button look="main" onClick={onClose}>
          {say('common.done')}
        </Button>
      </div>
    </Dialog>
  )
}
