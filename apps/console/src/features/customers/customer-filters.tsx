import { ENROLLMENT_STATUSES } from '@handrail/core/contract'
import { inOrder } from '../../components/form/in-order.ts'
import { Filter } from '../../components/list/filter.tsx'
import { Filters } from '../../components/list/filters.tsx'
import { OrganisationFilter } from '../../components/organisation/organisation-filter.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useFilters } from '../../workspace/link.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { TargetFilters } from '../enrollments/dates/target-filters.tsx'
import { AssigneeFilter, GuideFilter } from '../enrollments/list-filters.tsx'
import { STUCK } from './asked.ts'
import { ParticipantFilter } from './participant-filter.tsx'

interface CustomerFiltersProps {
  /** Whether the rows are there; the options load after them. */
  isListed: boolean
}

/** The filters beside the search and the health. */
export function CustomerFilters({ isListed }: CustomerFiltersProps) {
  const { t } = useI18n()
  const { workspace } = useWorkspace()
  const [search, change] = useFilters()
  const {
    status = '',
    guide = '',
    organisation = '',
    participant = '',
    assignee = '',
    target_after = '',
    target_before = '',
  } = search
  const statuses = inOrder([STUCK, ...ENROLLMENT_STATUSES], 'in_progress', STUCK)
  return (
    <Filters
      count={[status, guide, organisation, participant, assignee, target_after, target_before].filter(Boolean).length}
    >
      <Filter
        label={t('enrollments.status')}
        value={status}
        all={t('customers.every_status')}
        options={statuses.map((one) => [one, t(`status.${one}`)] as const)}
        onChange={(chosen) => change({ status: chosen })}
      />
      <GuideFilter value={guide} isListed={isListed} onChange={(chosen) => change({ guide: chosen })} />
      <OrganisationFilter value={organisation} onChange={(chosen) => change({ organisation: chosen })} />
      <AssigneeFilter value={assignee} isListed={isListed} onChange={(chosen) => change({ assignee: chosen })} />
      {workspace.uses_plans && (
        <>
          <ParticipantFilter value={participant} onChange={(chosen) => change({ participant: chosen })} />
          <TargetFilters />
        </>
      )}
    </Filters>
  )
}
