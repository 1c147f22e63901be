import { DELIVERY_STATUSES } from '@handrail/core/contract'
import { Check, Clock, type LucideIcon, Minus, X } from 'lucide-react'
import { useCallback } from 'react'
import { type Rows, useList } from '../../../../api/list/use-list.ts'
import type { Item } from '../../../../api/operations.ts'
import { useAnswer } from '../../../../api/use-operation.ts'
import { inOrder } from '../../../../components/form/in-order.ts'
import { Choice } from '../../../../components/list/choice.tsx'
import { Filter } from '../../../../components/list/filter.tsx'
import { ListTable, type RowProps } from '../../../../components/list/list-table.tsx'
import { Answered } from '../../../../components/query-view.tsx'
import { useWindow } from '../../../../components/use-media-query.ts'
import { useWords } from '../../../../i18n/i18n.ts'
import { useFilters } from '../../../../workspace/link.tsx'
import { DeliveryDialog, DeliveryPanel } from './delivery.tsx'
import './deliveries.css'

type Delivery = Item<'listWebhookDeliveries'>
type Status = Delivery['status']
const STATUSES = inOrder(DELIVERY_STATUSES, 'pending', 'failed')
const MARKS: Record<Status, { look: string; icon: LucideIcon }> = {
  pending: { look: 'mark warn', icon: Clock },
  succeeded: { look: 'mark good', icon: Check },
  failed: { look: 'mark bad', icon: X },
  skipped: { look: 'mark', icon: Minus },
}

/** What was sent, newest first, and what came back. */
export function Deliveries({ endpoint_id }: { endpoint_id: string }) {
  const { say } = useWords()
  const [{ status = '', event = '', delivery: open }, change] = useFilters()
  const hasRoom = useWindow('(min-width: 64rem)')
  const types = useAnswer('listEventTypes', {}).data?.data ?? []
  const waiting = useAnswer('listWebhookDeliveries', { id: endpoint_id, status: 'pending', per_page: 1 })
  const known = STATUSES.find((one) => one === status)
  const filters = { ...(known && { status: known }), ...(event && { event }) }
  const list = useList('listWebhookDeliveries', { id: endpoint_id, ...filters })
  const options = (['', ...STATUSES] as const).map((value) => ({
    value,
    text: say(value === '' ? 'settings.webhooks.all_deliveries' : `settings.webhooks.delivery.${value}`),
    count: value === 'pending' ? waiting.data?.meta.total || undefined : undefined,
  }))
  const close = () => {
    change({ delivery: undefined })
    if (open) document.getElementById(buttonOf(open))?.focus()
  }
  const shown = open && { endpoint_id, delivery_id: open, onClose: close }
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
          onChange={(chosen) => change({ event: chosen })}
        />
        <Choice
          label={say('enrollments.status')}
          value={known ?? ''}
          options={options}
          onChange={(chosen) => change({ status: chosen })}
        />
      </div>
      <div className={shown && hasRoom ? 'deliveries beside' : 'deliveries'}>
        <div>
          <Answered query={list.first}>
            {() =>
              list.count === 0 ? (
                <p className="card pad all soft">
                  {say(known || event ? 'settings.webhooks.no_delivery_match' : 'settings.webhooks.no_deliveries')}
                </p>
              ) : (
                <Table list={list} open={open} onOpen={(id) => change({ delivery: id })} />
              )
            }
          </Answered>
        </div>
        {shown && (hasRoom ? <DeliveryPanel {...shown} /> : <DeliveryDialog {...shown} />)}
      </div>
    </section>
  )
}

/** The id of the element that opens a delivery. */
const buttonOf = (id: string) => `delivery-${id}`

interface TableProps {
  list: Rows<Delivery>
  open: string | undefined
  onOpen(id: string): void
}

function Table({ list, open, onOpen }: TableProps) {
  const { say } = useWords()
  const row = useCallback(
    (delivery: Delivery, own: RowProps) => (
      <Row delivery={delivery} own={own} isOpen={delivery.id === open} onOpen={onOpen} />
    ),
    [open, onOpen],
  )
  const head = (
    <tr>
      <th scope="col">{say('settings.webhooks.event_id')}</th>
      <th scope="col">{say('settings.webhooks.answered')}</th>
      <th scope="col" className="wide-only r">
        {say('settings.webhooks.tries_head')}
      </th>
      <th scope="col" className="wide-only r">
        {say('settings.webhooks.duration')}
      </th>
      <th scope="col" className="wide-only r">
        {say('settings.webhooks.sent_at')}
      </th>
    </tr>
  )
  return <ListTable list={list} columns={5} head={head} row={row} />
}

interface DeliveryRowProps {
  delivery: Delivery
  own: RowProps
  isOpen: boolean
  onOpen(id: string): void
}

function Row({ delivery, own, isOpen, onOpen }: DeliveryRowProps) {
  const { say, dayTime, number } = useWords()
  const { id, event, attempts, status, response_status, duration_ms, created_at } = delivery
  const { look, icon: Icon } = MARKS[status]
  return (
    <tr {...own} className={isOpen ? 'chosen' : undefined}>
      <th scope="row">
        <span className="row">
          <span className={look} title={say(`settings.webhooks.delivery.${status}`)}>
            <Icon className="icon" aria-hidden />
            <span className="unseen">{say(`settings.webhooks.delivery.${status}`)} </span>
          </span>
          <span>
            <button type="button" className="plain" id={buttonOf(id)} aria-expanded={isOpen} onClick={() => onOpen(id)}>
              {event}
            </button>
            <small className="phone-only num">
              {dayTime(created_at)}, {say('settings.webhooks.tries', { count: attempts })}
            </small>
          </span>
        </span>
      </th>
      <td className="num">{response_status ?? '–'}</td>
      <td className="wide-only r soft num">{number(attempts)}</td>
      <td className="wide-only r soft num">
        {duration_ms === null ? '–' : say('settings.webhooks.took', { ms: number(duration_ms) })}
      </td>
      <td className="wide-only r soft num">{dayTime(created_at)}</td>
    </tr>
  )
}
