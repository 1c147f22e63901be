import { useI18n } from '../../../i18n/i18n.ts'
import { COLUMNS, type Order } from './order.ts'

interface OrderChoiceProps {
  order: Order
  onOrder(order: Order): void
}

/** The order in words: also for a phone, which has no room for the heads of the columns. */
export function OrderChoice({ order, onOrder }: OrderChoiceProps) {
  const { t } = useI18n()
  return (
    <select
      className="input right"
      aria-label={t('guides.order')}
      value={order.reversed ? '' : order.column}
      onChange={({ target: { value } }) => {
        const column = COLUMNS.find((one) => one === value)
        if (column) onOrder({ column, reversed: false })
      }}
    >
      {order.reversed && (
        <option value="">{t('guides.reversed', { order: t(`guides.order_by.${order.column}`) })}</option>
      )}
      {COLUMNS.map((column) => (
        <option key={column} value={column}>
          {t(`guides.order_by.${column}`)}
        </option>
      ))}
    </select>
  )
}
