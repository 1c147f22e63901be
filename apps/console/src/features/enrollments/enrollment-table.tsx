import { emailErrorOf } from '@handrail/core/contract'
import { Route } from 'lucide-react'
import type { ReactNode } from 'react'
import { fixedRows, type Rows } from '../../api/list/use-list.ts'
import type { Item } from '../../api/operations.ts'
import { Avatar } from '../../components/avatar.tsx'
import { HealthMark } from '../../components/health.tsx'
import { ListTable, type RowProps } from '../../components/list/list-table.tsx'
import { SelectAllHead, SelectCell } from '../../components/list/select-cells.tsx'
import { type SelectionSource, useSelection } from '../../components/list/selection.ts'
import type { ListSort } from '../../components/list/sort.ts'
import { SortHead } from '../../components/list/sort-head.tsx'
import { OrganisationName, useNamesAhead } from '../../components/organisation/organisation-name.tsx'
import { Empty } from '../../components/query-view.tsx'
import { Meter, Status } from '../../components/status.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { Link } from '../../workspace/link.tsx'
import { useCan } from '../../workspace/workspace.ts'
import { EnrollmentBulkBar } from './bulk/bulk-bar.tsx'
import { DateCells, HealthCell } from './dates/date-cells.tsx'
import { NextStepOf } from './next-step.tsx'
import './dates/dates.css'

type Enrollment = Item<'listEnrollments'>

/** The columns that enrollments can be sorted by, beside the time of creation. */
export const ENROLLMENT_ORDERS = [
  'contact_name',
  'guide_title',
  'status',
  'progress_percentage',
  'target_date',
  'health',
] as const
export type EnrollmentSort = ListSort<(typeof ENROLLMENT_ORDERS)[number]>

interface EnrollmentTableProps {
  list: Rows<Enrollment>
  /** By which enrollments that are not loaded are found, to select them. Without it, none can be selected. */
  source?: SelectionSource<'listEnrollments'>
  total?: number | undefined
  /** The header of a row: its contact; its guide if all rows have the same contact; or both. */
  by: By
  /** Left out where the order is fixed. */
  sorting?: { sort: EnrollmentSort; onSort(sort: EnrollmentSort): void }
  empty: string
  actions?: ReactNode
}

/** No rows: names of organisations are only needed if the rows can have several. */
const NONE = fixedRows<Enrollment>([])

type By = 'contact' | 'guide' | 'both'

/** Enrollments; on a phone each is three lines. */
export function EnrollmentTable({ list, source, total, by, sorting, empty, actions }: EnrollmentTableProps) {
  const { t } = useI18n()
  const canSelect = useCan('enrollments:write') && source !== undefined
  // Columns that no row fills are left out.
  const isDated = list.known().some(({ health, target_date }) => health !== 'none' || target_date !== null)
  const selection = useSelection(list, source)
  useNamesAhead(by === 'both' ? list : NONE)
  if (list.count === 0 && list.waiting === 0)
    return (
      <div className="card">
        <Empty icon={Route} title={empty} actions={actions} />
      </div>
    )
  const headOf = (column: EnrollmentSort['by'], text: string, className?: string) =>
    sorting ? (
      <SortHead column={column} className={className} {...sorting}>
        {text}
      </SortHead>
    ) : (
      <th scope="col" className={className}>
        {text}
      </th>
    )
  const head = (
    <tr>
      {canSelect && <SelectAllHead list={list} selection={selection} />}
      {by === 'guide' ? (
        <th scope="col">{t('enrollments.guide')}</th>
      ) : (
        headOf('contact_name', t('enrollments.contact'))
      )}
      {by !== 'guide' && headOf('guide_title', t('enrollments.guide'), 'wide-only of-guide')}
      {isDated ? (
        <>
          {headOf('health', t('dates.health_title'), 'wide-only of-health')}
          {headOf('target_date', t('dates.target'), 'wide-only')}
          <th scope="col" className="wide-only">
            {t('dates.forecast')}
          </th>
          {by === 'both' && (
            <th scope="col" className="wide-only of-next">
              {t('plan_next.title')}
            </th>
          )}
        </>
      ) : (
        headOf('status', t('enrollments.status'), 'wide-only')
      )}
      {headOf('progress_percentage', t('enrollments.progress'))}
      {!isDated && headOf('created_at', t('enrollments.enrolled'), 'wide-only')}
    </tr>
  )
  return (
    <>
      <ListTable
        list={list}
        total={total}
        columns={(canSelect ? 6 : 5) + (isDated ? (by === 'both' ? 2 : 1) : 0)}
        head={head}
        row={(enrollment, own) => (
          <Row
            own={own}
            enrollment={enrollment}
            by={by}
            isDated={isDated}
            isSelected={selection.has(enrollment.id)}
            onSelect={canSelect ? (isOn) => selection.select([enrollment], isOn) : undefined}
          />
        )}
      />
      {selection.rows.length > 0 && <EnrollmentBulkBar selection={selection} />}
    </>
  )
}

interface EnrollmentRowProps {
  own: RowProps
  enrollment: Enrollment
  by: By
  /** Whether there are columns for dates. */
  isDated: boolean
  isSelected: boolean
  /** Left out where nothing can be done with several. */
  onSelect: ((isOn: boolean) => void) | undefined
}

function Row({ own, enrollment, by, isDated, isSelected, onSelect }: EnrollmentRowProps) {
  const { t, day } = useI18n()
  const { id, contact_name, guide_title, organisation_id, progress_percentage, created_at, email_problem, health } =
    enrollment
  const isOpen = enrollment.status === 'invited' || enrollment.status === 'in_progress'
  return (
    <tr {...own} className={isSelected ? 'chosen' : undefined}>
      {onSelect && <SelectCell name={contact_name} isSelected={isSelected} onSelect={onSelect} />}
      <th scope="row">
        <span className="row">
          {by !== 'guide' && <Avatar name={contact_name} />}
          <span>
            <Link to={`/enrollments/${id}`}>{by === 'guide' ? guide_title : contact_name}</Link>
            {by === 'both' && (
              <small>
                {organisation_id ? <OrganisationName id={organisation_id} /> : t('enrollments.no_organisation')}
              </small>
            )}
            {by !== 'guide' && <small className="phone-only">{guide_title}</small>}
            {email_problem && <EmailProblemNote error={email_problem.error} />}
            <small className="phone-only">
              <Status enrollment={enrollment} />
            </small>
            {health !== 'none' && (
              <small className="phone-only">
                <HealthMark health={health} />
              </small>
            )}
          </span>
        </span>
      </th>
      {by !== 'guide' && (
        <td className="wide-only">
          <span className="clamp">{guide_title}</span>
        </td>
      )}
      {isDated ? (
        <>
          <HealthCell plan={enrollment} health={health} />
          <DateCells {...enrollment} />
          {by === 'both' && <td className="wide-only of-next">{isOpen && <NextStepOf id={id} />}</td>}
        </>
      ) : (
        <td className="wide-only">
          <Status enrollment={enrollment} />
        </td>
      )}
      <td>
        <Meter percentage={progress_percentage} />
      </td>
      {!isDated && <td className="wide-only soft">{day(created_at)}</td>}
    </tr>
  )
}

/** Mail that was rejected is a problem; mail without a mail server waits for somebody to pass on its link. */
function EmailProblemNote({ error }: { error: string }) {
  const { t } = useI18n()
  const isKept = emailErrorOf(error)?.reason === 'kept'
  return (
    <small className={isKept ? 'soft' : 'bad'}>
      {t(isKept ? 'enrollments.email_kept' : 'enrollments.email_problem')}
    </small>
  )
}
