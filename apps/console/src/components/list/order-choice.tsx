import { useI18n } from '../../i18n/i18n.ts'
import { type ListSort, sortFrom } from './sort.ts'

type Column =
  | 'created_at'
  | 'name'
  | 'organisation_name'
  | 'latest_enrollment_at'
  | 'last_activity_at'
  | 'domain'
  | 'contacts_count'
  | 'contact_name'
  | 'guide_title'
  | 'status'
  | 'progress_percentage'
  | 'target_date'
  | 'health'

interface OrderChoiceProps<C extends Exclude<Column, 'created_at'>> {
  columns: readonly C[]
  /** Undefined where search results come by relevance. */
  sort: ListSort<C> | undefined
  onSort(sort: ListSort<C>): void
}

/** The order of a list in words, where the table has no room for all of its columns. */
export function OrderChoice<C extends Exclude<Column, 'created_at'>>({ columns, sort, onSort }: OrderChoiceProps<C>) {
  const { t } = useI18n()
  const orders = (['created_at', ...columns] as const).flatMap((by) => [['desc', by] as const, ['asc', by] as const])
  return (
    <select
      className="input order-choice"
      aria-label={t('order.title')}
      value={sort ? textOf(sort) : ''}
      onChange={({ target: { value } }) => onSort(sortFrom(value, columns))}
    >
      {!sort && <option value="">{t('order.by_relevance')}</option>}
      {orders.map(([order, by]) => (
        <option key={textOf({ by, order })} value={textOf({ by, order })}>
          {t(`order.${by}_${order}`)}
        </option>
      ))}
    </select>
  )
}

function textOf({ by, order }: ListSort): string {
  return order === 'asc' ? by : `-${by}`
}
