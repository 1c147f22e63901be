import type { Item } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { HealthMark } from '../../components/health.tsx'
import { QueryPending } from '../../components/query-view.tsx'
import { Meter, Status } from '../../components/status.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { Link } from '../../workspace/link.tsx'
import { DateCells, HealthCell } from '../enrollments/dates/date-cells.tsx'
import { NextStepOf } from '../enrollments/next-step.tsx'
import type { filtersIn } from './asked.ts'
import { type Columns, countOf } from './columns.ts'

/** The row of an organisation covers no more plans. */
const MOST = 100

interface PlanRowsProps {
  customer: Item<'listCustomers'>
  filters: ReturnType<typeof filtersIn>
  columns: Columns
}

/** The plans of an organisation that match, the worst first. */
export function PlanRows({ customer, filters, columns }: PlanRowsProps) {
  const organisation_id = customer.id
  const order = { sort: 'health', order: 'asc', per_page: MOST } as const
  const query = useOperation('listEnrollments', { ...filters, organisation_id, ...order })
  if (!query.data)
    return (
      <tr className="plan-row">
        <td colSpan={countOf(columns)}>
          <QueryPending queries={[query]} />
        </td>
      </tr>
    )
  return query.data.data.map((plan) => <PlanRow key={plan.id} plan={plan} columns={columns} />)
}

function PlanRow({ plan, columns }: { plan: Item<'listEnrollments'>; columns: Columns }) {
  const { ago } = useI18n()
  const { id, status, guide_title, contact_name, health, progress_percentage, last_activity_at } = plan
  const isOpen = status === 'invited' || status === 'in_progress'
  return (
    <tr className="plan-row">
      <th scope="row">
        <Link to={`/enrollments/${id}`}>{guide_title}</Link>
        <small>{contact_name}</small>
        <small className="phone-only">
          {health === 'none' ? <Status enrollment={plan} /> : <HealthMark health={health} />}
        </small>
      </th>
      {columns.dates ? (
        <>
          <HealthCell plan={plan} health={health} />
          <DateCells {...plan} />
        </>
      ) : (
        <td className="wide-only">
          <Status enrollment={plan} />
        </td>
      )}
      <td>
        <Meter percentage={progress_percentage} />
      </td>
      {columns.next && <td className="wide-only of-next">{isOpen && <NextStepOf id={id} />}</td>}
      {columns.active && <td className="wide-only of-last soft">{last_activity_at && ago(last_activity_at)}</td>}
    </tr>
  )
}
