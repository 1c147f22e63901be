import { useList } from '../../api/list/use-list.ts'
import { Button } from '../../components/button.tsx'
import { ExportButton } from '../../components/export/export-button.tsx'
import { Choice } from '../../components/list/choice.tsx'
import { OrderChoice } from '../../components/list/order-choice.tsx'
import { Search } from '../../components/list/search.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useFilters } from '../../workspace/link.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { EnrollButton } from '../enrollments/enroll/enroll-button.tsx'
import { EnrollmentList } from '../enrollments/enrollments.tsx'
import { LaterViewTools } from '../views/later.tsx'
import { CUSTOMER_ORDERS, type CustomerSort, filtersIn, NOTHING_CHOSEN, orderIn, orderText } from './asked.ts'
import { CustomerFilters } from './customer-filters.tsx'
import { CustomerTable } from './customer-table.tsx'
import { HealthTiles } from './health-tiles.tsx'
import '../enrollments/dates/dates.css'
import './customers.css'

/** The customers, by organisation or by person. */
export function CustomersPage() {
  const { t } = useI18n()
  const [{ by }] = useFilters()
  return by === 'person' ? <EnrollmentList title={t('nav.customers')} switcher={<ByChoice />} /> : <ByOrganisation />
}

/** Whether a row is an organisation, or a person in a guide. */
function ByChoice() {
  const { t } = useI18n()
  const [{ by }, change] = useFilters()
  return (
    <Choice
      label={t('customers.by')}
      value={by === 'person' ? 'person' : ''}
      options={[
        { value: '', text: t('customers.by_organisation') },
        { value: 'person', text: t('customers.by_person') },
      ]}
      // The two have different orders and views, and persons are searched for by name.
      onChange={(chosen) => change({ by: chosen, sort: undefined, view: undefined, participant: undefined })}
    />
  )
}

function ByOrganisation() {
  const { t } = useI18n()
  const { workspace } = useWorkspace()
  const [search, change] = useFilters()
  const sort = orderIn(search)
  const filters = filtersIn(search)
  const list = useList('listCustomers', { ...filters, sort: sort.by, order: sort.order })
  const isFiltered = Object.keys(filters).length > 0
  const onSort = (chosen: CustomerSort) => change({ sort: orderText(chosen) })
  return (
    <>
      <div className="head of-list">
        <h1>{t('nav.customers')}</h1>
        <div className="acts">
          <ExportButton list="enrollments" filters={textsOf(filters)} />
          <EnrollButton />
        </div>
      </div>
      {workspace.uses_plans && <HealthTiles counts={countsOf(list.first.data)} />}
      <div className="tools">
        <Search label={t('customers.search')} value={search.query ?? ''} onChange={(query) => change({ query })} />
        <ByChoice />
        <CustomerFilters isListed={!list.first.isPending} />
        <OrderChoice columns={CUSTOMER_ORDERS} sort={sort} onSort={onSort} />
        <LaterViewTools list="customers" />
      </div>
      <QueryView query={list.first}>
        {() => (
          <CustomerTable
            list={list}
            filters={filters}
            sorting={{ sort, onSort }}
            empty={t(isFiltered ? 'customers.no_match' : 'customers.none')}
            actions={
              isFiltered ? (
                <Button onClick={() => change(NOTHING_CHOSEN)}>{t('common.clear_filters')}</Button>
              ) : (
                <EnrollButton />
              )
            }
          />
        )}
      </QueryView>
    </>
  )
}

type Counts = { late: number; at_risk: number; on_track: number }

/** The first page has counts beside its rows. */
function countsOf(page: object | undefined): Counts | undefined {
  // The operation's schema describes the page.
  return (page as { counts?: Counts | null } | undefined)?.counts ?? undefined
}

function textsOf(filters: object): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]))
}
