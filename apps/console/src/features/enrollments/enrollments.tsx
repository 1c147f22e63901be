import { ENROLLMENT_STATUSES, HEALTHS } from '@handrail/core/contract'
import type { ReactNode } from 'react'
import { useList } from '../../api/list/use-list.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { ExportButton } from '../../components/export/export-button.tsx'
import { inOrder } from '../../components/form/in-order.ts'
import { Choice } from '../../components/list/choice.tsx'
import { Filter } from '../../components/list/filter.tsx'
import { Filters } from '../../components/list/filters.tsx'
import { OrderChoice } from '../../components/list/order-choice.tsx'
import { Search } from '../../components/list/search.tsx'
import { sortFrom, sortInput, sortText } from '../../components/list/sort.ts'
import { OrganisationFilter } from '../../components/organisation/organisation-filter.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useFilters } from '../../workspace/link.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { LaterViewTools } from '../views/later.tsx'
import { dateFiltersIn, healthsIn } from './dates/date-filters.ts'
import { TargetFilters } from './dates/target-filters.tsx'
import { EnrollButton } from './enroll/enroll-button.tsx'
import { ENROLLMENT_ORDERS, type EnrollmentSort, EnrollmentTable } from './enrollment-table.tsx'
import { AssigneeFilter, GuideFilter } from './list-filters.tsx'

const NOTHING_CHOSEN = {
  query: undefined,
  status: undefined,
  guide: undefined,
  organisation: undefined,
  assignee: undefined,
  health: undefined,
  target_after: undefined,
  target_before: undefined,
  view: undefined,
}

/** The list at the address of enrollments. */
export function EnrollmentsPage() {
  const { t } = useI18n()
  return <EnrollmentList title={t('nav.enrollments')} />
}

interface EnrollmentListProps {
  title: string
  /** Leads to the other list of customers. */
  switcher?: ReactNode
}

/** The list of enrollments, with their progress. */
export function EnrollmentList({ title, switcher }: EnrollmentListProps) {
  const { t } = useI18n()
  const [found, change] = useFilters()
  const { query = '', status = '', guide = '', organisation = '', assignee = '' } = found
  const sort = sortFrom(found.sort, ENROLLMENT_ORDERS)
  const onSort = (chosen: EnrollmentSort) => change({ sort: sortText(chosen) })
  const known = ENROLLMENT_STATUSES.find((one) => one === status)
  const dated = dateFiltersIn(found)
  const chosen = {
    ...(query && { query }),
    ...(known && { status: known }),
    ...(guide && { guide_id: guide }),
    ...(organisation && { organisation_id: organisation }),
    ...(assignee && { assignee_id: assignee }),
    ...dated,
  }
  const isStuck = status === 'stuck'
  const filters = { ...chosen, ...(isStuck && { stalled: true }) }
  const list = useList('listEnrollments', { ...filters, ...sortInput(sort) })
  const isListed = !list.first.isPending
  const filtered = Boolean(query || status || guide || organisation || assignee) || Object.keys(dated).length > 0
  return (
    <>
      <div className="head of-list">
        <h1>{title}</h1>
        <div className="acts">
          <ExportButton list="enrollments" filters={{ ...chosen, ...(isStuck && { stalled: 'true' }) }} />
          <EnrollButton />
        </div>
      </div>
      <div className="tools">
        <Search label={t('enrollments.search')} value={query} onChange={(typed) => change({ query: typed })} />
        {switcher}
        <StatusChoice status={status} isCounted={isListed} onChange={(chosen) => change({ status: chosen })} />
        <EnrollmentFilters
          guide={guide}
          organisation={organisation}
          assignee={assignee}
          isListed={isListed}
          change={change}
        />
        <OrderChoice columns={ENROLLMENT_ORDERS} sort={sort} onSort={onSort} />
        <LaterViewTools list="enrollments" />
      </div>
      <QueryView query={list.first}>
        {() => (
          <EnrollmentTable
            list={list}
            source={{ name: 'listEnrollments', filters }}
            by="both"
            sorting={{ sort, onSort }}
            empty={t(filtered ? 'enrollments.no_match' : 'enrollments.none')}
            actions={
              filtered ? (
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

interface EnrollmentFiltersProps {
  guide: string
  organisation: string
  assignee: string
  /** Whether the rows are there; the options load after them. */
  isListed: boolean
  change(filters: Record<string, string | undefined>): void
}

/** The filters beside the status. */
function EnrollmentFilters({ guide, organisation, assignee, isListed, change }: EnrollmentFiltersProps) {
  const [search] = useFilters()
  const dated = dateFiltersIn(search)
  const { workspace } = useWorkspace()
  return (
    <Filters count={[guide, organisation, assignee, ...Object.values(dated)].filter(Boolean).length}>
      <GuideFilter value={guide} isListed={isListed} onChange={(chosen) => change({ guide: chosen })} />
      <OrganisationFilter value={organisation} onChange={(chosen) => change({ organisation: chosen })} />
      <AssigneeFilter value={assignee} isListed={isListed} onChange={(chosen) => change({ assignee: chosen })} />
      {workspace.uses_plans && (
        <>
          <HealthFilter onChange={(chosen) => change({ health: chosen })} />
          <TargetFilters />
        </>
      )}
    </Filters>
  )
}

/** One health, or the several that the address has. */
function HealthFilter({ onChange }: { onChange(health: string): void }) {
  const { t } = useI18n()
  const [search] = useFilters()
  const chosen = healthsIn(search)
  const one = HEALTHS.map((health) => [health, t(`dates.health.${health}`)] as const)
  const several = [chosen.join(), chosen.map((health) => t(`dates.health.${health}`)).join(', ')] as const
  return (
    <Filter
      label={t('dates.health_title')}
      value={chosen.join()}
      all={t('dates.all_healths')}
      options={chosen.length > 1 ? [...one, several] : one}
      onChange={onChange}
    />
  )
}

interface StatusChoiceProps {
  status: string
  /** Whether to show counts, which load after the rows. */
  isCounted: boolean
  onChange(status: string): void
}

function StatusChoice({ status, isCounted, onChange }: StatusChoiceProps) {
  const { t } = useI18n()
  const overview = useOperation('getOverview', {}, { enabled: isCounted }).data?.data
  const counts: Record<string, number | undefined> = {
    in_progress: overview?.in_progress,
    invited: overview?.invited,
    stuck: overview?.stalled,
    completed: overview?.ever_completed,
  }
  const options = inOrder(['', 'stuck', ...ENROLLMENT_STATUSES], '', 'in_progress', 'stuck')
  return (
    <Choice
      label={t('enrollments.status')}
      value={status}
      options={options.map((value) => ({
        value,
        text: t(value === '' ? 'enrollments.all' : `status.${value}`),
        count: counts[value],
      }))}
      onChange={onChange}
    />
  )
}
