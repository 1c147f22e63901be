import { ENROLLMENT_STATUSES } from '@handrail/core/contract'
import { useAllGuides } from '../../api/list/use-all-guides.ts'
import { useOperation } from '../../api/use-operation.ts'
import { inOrder } from '../../components/form/in-order.ts'
import { Filter } from '../../components/list/filter.tsx'
import { Filters } from '../../components/list/filters.tsx'
import { OrganisationFilter } from '../../components/organisation/organisation-filter.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useFilters } from '../../workspace/link.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { TargetFilters } from '../enrollments/dates/target-filters.tsx'
import { STUCK } from './asked.ts'
import { ParticipantFilter } from './participant-filter.tsx'

interface CustomerFiltersProps {
  /** Whether the rows are there; the options load after them. */
  isListed: boolean
}

/** The filters beside the search and the health. */
export function CustomerFilters({ isListed }: CustomerFiltersProps) {
  const { t } = useI18n()
  const { account, workspace } = useWorkspace()
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
  const guides = useAllGuides(isListed)
  const colleagues = useOperation('listColleagues', {}, { enabled: isListed }).data?.data ?? []
  const ids = inOrder(
    colleagues.map(({ user_id }) => user_id),
    account.id,
  )
  const nameOf = new Map(colleagues.map(({ user_id, name }) => [user_id, name]))
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
      <Filter
        label={t('enrollments.guide')}
        value={guide}
        all={t('enrollments.all_guides')}
        options={guides.map(({ id, title }) => [id, title] as const)}
        onChange={(chosen) => change({ guide: chosen })}
      />
      <OrganisationFilter value={organisation} onChange={(chosen) => change({ organisation: chosen })} />
      <Filter
        label={t('enrollments.assignee')}
        value={assignee}
        all={t('enrollments.all_assignees')}
        options={ids.map((id) => [id, id === account.id ? t('enrollments.mine') : (nameOf.get(id) ?? '')] as const)}
        onChange={(chosen) => change({ assignee: chosen })}
      />
      {workspace.uses_plans && (
        <>
          <ParticipantFilter value={participant} onChange={(chosen) => change({ participant: chosen })} />
          <TargetFilters />
        </>
      )}
    </Filters>
  )
}
