import { ChevronDown, ChevronRight } from 'lucide-react'
import type { Item } from '../../api/operations.ts'
import { Avatar } from '../../components/avatar.tsx'
import { HealthMark } from '../../components/health.tsx'
import type { RowProps } from '../../components/list/list-table.tsx'
import { Meter, Status } from '../../components/status.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { Link } from '../../workspace/link.tsx'
import { DateCells, HealthCell } from '../enrollments/dates/date-cells.tsx'
import { useReason } from '../enrollments/dates/use-reason.ts'
import { NextStepText } from '../enrollments/next-step.tsx'
import type { Columns } from './columns.ts'

interface CustomerRowProps {
  own: RowProps
  customer: Item<'listCustomers'>
  columns: Columns
  /** Whether its plans are shown. */
  isOpen: boolean
  onToggle(): void
}

/** A customer with the plan that comes first; one with several plans opens to them. */
export function CustomerRow({ own, customer, columns, isOpen, onToggle }: CustomerRowProps) {
  const { t, ago } = useI18n()
  const { plan, kind, organisation_name, plans_count, health, progress_percentage, last_activity_at } = customer
  const isSeveral = plans_count > 1
  const name = organisation_name ?? plan.contact_name
  const note = isSeveral && health !== 'none' ? t('customers.worse_of', { count: plans_count }) : undefined
  const reason = useReason()(plan)
  return (
    <tr {...own}>
      <th scope="row">
        <span className="row">
          {isSeveral && (
            <button
              type="button"
              className="btn bare sq fold"
              aria-expanded={isOpen}
              aria-label={t('customers.show_plans', { name })}
              onClick={onToggle}
            >
              {isOpen ? <ChevronDown className="icon" aria-hidden /> : <ChevronRight className="icon" aria-hidden />}
            </button>
          )}
          <Avatar name={name} place={organisation_name !== null} />
          <span>
            <Link to={isSeveral ? `/organisations/${customer.id}` : `/enrollments/${plan.id}`}>{name}</Link>
            <small>
              {isSeveral ? t('customers.plans', { count: plans_count }) : about(kind, organisation_name, plan)}
            </small>
            <small className="phone-only health-line">
              <span className="row">
                {health === 'none' ? <Status enrollment={plan} /> : <HealthMark health={health} />}
                {(note ?? reason) && <span className="soft">{note ?? reason}</span>}
              </span>
            </small>
          </span>
        </span>
      </th>
      {columns.dates ? (
        <>
          <HealthCell plan={plan} health={health} note={note} />
          <DateCells {...plan} />
        </>
      ) : (
        <td className="wide-only">
          <Status enrollment={plan} />
        </td>
      )}
      <td>
        {isSeveral ? (
          <Meter percentage={progress_percentage} />
        ) : (
          <Done done={plan.completed_steps} of={plan.total_steps} percentage={progress_percentage} />
        )}
      </td>
      {columns.next && (
        <td className="wide-only of-next">{plan.next_step && <NextStepText step={plan.next_step} />}</td>
      )}
      {columns.active && <td className="wide-only of-last soft">{last_activity_at && ago(last_activity_at)}</td>}
    </tr>
  )
}

/** The guide; with the person, where an organisation has too many plans for one row. */
function about(
  kind: 'organisation' | 'person',
  organisation_name: string | null,
  plan: CustomerRowProps['customer']['plan'],
) {
  return kind === 'person' && organisation_name !== null
    ? `${plan.contact_name}, ${plan.guide_title}`
    : plan.guide_title
}

/** "10 of 14" beside a bar. */
function Done({ done, of, percentage }: { done: number; of: number; percentage: number }) {
  const { t } = useI18n()
  return (
    <span className="mini">
      <Meter percentage={percentage} alone />
      {t('enrollment.of', { done, of })}
    </span>
  )
}
