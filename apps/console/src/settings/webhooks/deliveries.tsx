import { useState } from 'react'
import { useAnswer, usePages } from '../../door/hooks.ts'
import type { Item } from '../../door/operations.ts'
import { Filter } from '../../parts/list/filter.tsx'
import { More } from '../../parts/list/more.tsx'
import { Answered } from '../../parts/states.tsx'
import { useWords } from '../../words/words.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'

type Delivery = Item<'listWebhookDeliveries'>
const STATUSES = ['pending', 'succeeded', 'failed', 'skipped'] as const
const LOOKS = { pending: 'chip warn', succeeded: 'chip good', failed: 'chip bad', skipped: 'chip line' } as const

/** What was sent, newest first, and what came back. */
export function Deliveries({ endpoint_id }: { endpoint_id: string }) {
  const { say, dayTime } = useWords()
  const [status, setStatus] = useState('')
  const [open, setOpen] = useState<Delivery>()
  const [event, setEvent] = useState('')
  const types = useAnswer('listEventTypes', {}).data?.data ?? []
  const known = STATUSES.find((one) => one === status)
  const filters = { ...(known && { status: known }), ...(event && { event }) }
  const query = usePages('listWebhookDeliveries', { id: endpoint_id, ...filters })
  return (
    <section className="card" aria-labelledby="deliveries">
      <header>
        <h2 id="deliveries">{say('settings.webhooks.deliveries')}</h2>
        <span className="right row wrap">
          <Filter
            label={say('settings.webhooks.event_id')}
            value={event}
            all={say('settings.webhooks.all_kinds')}
            options={types.map(({ name }) => [name, name] as const)}
            onChange={setEvent}
          />
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
      {open && (
        <DeliveryDialog
          endpoint_id={endpoint_id}
          delivery_id={open.id}
          title={open.event}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}
