import { useCallback, useState } from 'react'
import { useAnswer } from '../../../door/hooks.ts'
import type { Item } from '../../../door/operations.ts'
import { Filter } from '../../../parts/list/filter.tsx'
import { ListTable, type RowProps } from '../../../parts/list/list-table.tsx'
import { useList } from '../../../parts/list/use-list.ts'
import { Answered } from '../../../parts/states.tsx'
import { useWords } from '../../../words/words.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'

type Delivery = Item<'listWebhookDeliveries'>
const STATUSES = ['pending', 'succeeded', 'failed', 'skipped'] as const
const LOOKS = { pending: 'chip warn', succeeded: 'chip good', failed: 'chip bad', skipped: 'chip line' } as const

/** What was sent, newest first, and what came back. */
export function Deliveries({ endpoint_id }: { endpoint_id: string }) {
  const { say } = useWords()
  const [status, setStatus] = useState('')
  const [open, setOpen] = useState<Delivery>()
  const [event, setEvent] = useState('')
  const types = useAnswer('listEventTypes', {}).data?.data ?? []
  const known = STATUSES.find((one) => one === status)
  const filters = { ...(known && { status: known }), ...(event && { event }) }
  const list = useList('listWebhookDeliveries', { id: endpoint_id, ...filters })
  const row = useCallback(
    (delivery: Delivery, own: RowProps) => <Row delivery={delivery} own={own} onOpen={setOpen} />,
    [],
  )
  return (
    <section aria-labelledby="deliveries">
      <div className="tools">
        <h2 className="grow whole-row" id="deliveries">
          {say('settings.webhooks.deliveries')}
        </h2>
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
      </div>
      <Answered query={list.first}>
        {() =>
          list.count === 0 ? (
            <p className="card pad all soft">{say('settings.webhooks.no_deliveries')}</p>
          ) : (
            <ListTable list={list} columns={5} head={<Head />} row={row} />
          )
        }
      </Answered>
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

function Head() {
  const { say } = useWords()
  return (
    <tr>
      <th scope="col">{say('settings.webhooks.event_id')}</th>
      <th scope="col">{say('enrollments.status')}</th>
      <th scope="col">{say('settings.webhooks.answered')}</th>
      <th scope="col" className="wide-only">
        {say('settings.webhooks.duration')}
      </th>
      <th scope="col" className="wide-only">
        {say('settings.webhooks.sent_at')}
      </th>
    </tr>
  )
}

interface DeliveryRowProps {
  delivery: Delivery
  own: RowProps
  onOpen(delivery: Delivery): void
}

function Row({ delivery, own, onOpen }: DeliveryRowProps) {
  const { say, dayTime, number } = useWords()
  const { event, attempts, status, response_status, duration_ms, created_at } = delivery
  return (
    <tr {...own}>
      <th scope="row">
        <button type="button" className="link" onClick={() => onOpen(delivery)}>
          {event}
        </button>
        <small>{say('settings.webhooks.tries', { count: attempts })}</small>
        <small className="phone-only num">{dayTime(created_at)}</small>
      </th>
      <td>
        <span className={LOOKS[status]}>{say(`settings.webhooks.delivery.${status}`)}</span>
      </td>
      <td className="soft num">{response_status ?? '–'}</td>
      <td className="wide-only soft num">
        {duration_ms === null ? '–' : say('settings.webhooks.took', { ms: number(duration_ms) })}
      </td>
      <td className="wide-only soft num">{dayTime(created_at)}</td>
    </tr>
  )
}
