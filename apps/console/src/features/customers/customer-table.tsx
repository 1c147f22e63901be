import { Target } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Rows } from '../../api/list/use-list.ts'
import type { Item } from '../../api/operations.ts'
import { ListTable } from '../../components/list/list-table.tsx'
import { SortHead } from '../../components/list/sort-head.tsx'
import { Empty } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import type { CustomerSort, filtersIn } from './asked.ts'
import { type Columns, columnsOf, countOf } from './columns.ts'
import { CustomerRow } from './customer-row.tsx'
import { PlanRows } from './plan-rows.tsx'

type Customer = Item<'listCustomers'>

interface CustomerTableProps {
  list: Rows<Customer>
  /** Those of the list, by which the plans of an organisation are found. */
  filters: ReturnType<typeof filtersIn>
  sorting: { sort: CustomerSort; onSort(sort: CustomerSort): void }
  empty: string
  actions?: ReactNode
}

/** Customers, each organisation with its plans; on a phone each is three lines. */
export function CustomerTable({ list, filters, sorting, empty, actions }: CustomerTableProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  if (list.count === 0 && list.waiting === 0 && !list.hasMore)
    return (
      <div className="card">
        <Empty icon={Target} title={empty} actions={actions} />
      </div>
    )
  const columns = columnsOf(list.known())
  const toggle = (id: string) =>
    setOpened((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  return (
    <div className="customers">
      <ListTable
        list={list}
        columns={countOf(columns)}
        head={<Head columns={columns} sorting={sorting} />}
        row={(customer, own) => {
          const isOpen = opened.has(customer.id)
          return (
            <>
              <CustomerRow
                own={own}
                customer={customer}
                columns={columns}
                isOpen={isOpen}
                onToggle={() => toggle(customer.id)}
              />
              {isOpen && <PlanRows customer={customer} filters={filters} columns={columns} />}
            </>
          )
        }}
      />
    </div>
  )
}

function Head({ columns, sorting }: { columns: Columns } & Pick<CustomerTableProps, 'sorting'>) {
  const { t } = useI18n()
  const plain = (text: string, className: string) => (
    <th scope="col" className={className}>
      {text}
    </th>
  )
  return (
    <tr>
      <th scope="col">{t('customers.customer')}</th>
      {columns.dates ? (
        <>
          <SortHead column="health" className="wide-only of-health" {...sorting}>
            {t('dates.health_title')}
          </SortHead>
          <SortHead column="target_date" className="wide-only of-date" {...sorting}>
            {t('dates.target')}
          </SortHead>
          {plain(t('dates.forecast'), 'wide-only of-date')}
        </>
      ) : (
        plain(t('enrollments.status'), 'wide-only of-health')
      )}
      {plain(t('dates.done'), 'of-done')}
      {columns.next && plain(t('plan_next.title'), 'wide-only of-next')}
      {columns.active && plain(t('customers.last_seen'), 'wide-only of-last')}
    </tr>
  )
}
