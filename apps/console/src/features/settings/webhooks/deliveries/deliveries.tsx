import { DELIVERY_STATUSES } from '@handrail/core/contract'
import { Check, Clock, type LucideIcon, Minus, X } from 'lucide-react'
import { useCallback } from 'react'
import { type Rows, useList } from '../../../../api/list/use-list.ts'
import type { Item } from '../../../../api/operations.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { inOrder } from '../../../../components/form/in-order.ts'
import { Choice } from '../../../../components/list/choice.tsx'
import { Filter } from '../../../../components/list/filter.tsx'
import { ListTable, type RowProps } from '../../../../components/list/list-table.tsx'
import { QueryView } from '../../../../components/query-view.tsx'
import { useMediaQuery } from '../../../../components/use-media-query.ts'
import { useI18n } from '../../../../i18n/i18n.ts'
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

/** The deliveries of a webhook with their responses, newest first. */
export function Deliveries({ endpoint_id }: { endpoint_id: string }) {
  const { t } = useI18n()
  const [{ status = '', event = '', delivery: open }, change] = useFilters()
  const hasRoom = useMediaQuery('(min-width: 64rem)')
  const types = useOperation('listEventTypes', {}).data?.data ?? []
  const waiting = useOperation('listWebhookDeliveries', { id: endpoint_id, status: 'pending', per_page: 1 })
  const known = STATUSES.find((one) => one === status)
  const filters = { ...(known && { status: known }), ...(event && { event }) }
  const list = useList('listWebhookDeliveries', { id: endpoint_id, ...filters })
  const options = (['', ...STATUSES] as const).map((value) => ({
    value,
    text: t(value === '' ? 'settings.webhooks.all_deliveries' : `settings.webhooks.delivery.${value}`),
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
          {t('settings.webhooks.deliveries')}
        </h2>
        <Filter
          label={t('settings.webhooks.event_id')}
          value={event}
          all={t('settings.webhooks.all_kinds')}
          options={types.map(({ name }) => [name, name] as const)}
          onChange={(chosen) => change({ event: chosen })}
        />
        <Choice
          label={t('enrollments.status')}
          value={known ?? ''}
          options={options}
          onChange={(chosen) => change({ status: chosen })}
        />
      </div>
      <div className={shown && hasRoom ? 'deliveries beside' : 'deliveries'}>
        <div>
          <QueryView query={list.first}>
            {() =>
              list.count === 0 ? (
                <p className="card pad all soft">
                  {t(known || event ? 'settings.webhooks.no_delivery_match' : 'settings.webhooks.no_deliveries')}
                </p>
              ) : (
                <Table list={list} open={open} onOpen={(id) => change({ delivery: id })} />
              )
            }
          </QueryView>
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
  const { t } = useI18n()
  const row = useCallback(
    (delivery: Delivery, own: RowProps) => (
      <Row delivery={delivery} own={own} isOpen={delivery.id === open} onOpen={onOpen} />
    ),
    [open, onOpen],
  )
  const head = (
    <tr>
      <th scope="col">{t('settings.webhooks.event_id')}</th>
      <th scope="col">{t('settings.webhooks.answered')}</th>
      <th scope="col" className="wide-only r">
        {t('settings.webhooks.tries_head')}
      </th>
      <th scope="col" className="wide-only r">
        {t('settings.webhooks.duration')}
      </th>
      <th scope="col" className="wide-only r">
        {t('settings.webhooks.sent_at')}
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
  const { t, dayTime, number } = useI18n()
  const { id, event, attempts, status, response_status, duration_ms, created_at } = delivery
  const { look, icon: Icon } = MARKS[status]
  return (
    <tr {...own} className={isOpen ? 'chosen' : undefined}>
      <th scope="row">
        <span className="row">
          <span className={look} title={t(`settings.webhooks.delivery.${status}`)}>
            <Icon className="icon" aria-hidden />
            <span className="unseen">{t(`settings.webhooks.delivery.${status}`)} </span>
          </span>
          <span>
            <button type="button" className="plain" id={buttonOf(id)} aria-expanded={isOpen} onClick={() => onOpen(id)}>
              {event}
            </button>
            <small className="phone-only num">
              {dayTime(created_at)}, {t('settings.webhooks.tries', { count: attempts })}
            </small>
          </span>
        </span>
      </th>
      <td className="num">{response_status ?? '–'}</td>
      <td className="wide-only r soft num">{number(attempts)}</td>
      <td className="wide-only r soft num">
        {duration_ms === null ? '–' : t('settings.webhooks.took', { ms: number(duration_ms) })}
      </td>
      <td className="wide-only r soft num">{dayTime(created_at)}</td>
    </tr>
  )
}
