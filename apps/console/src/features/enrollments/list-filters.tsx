import { useAllGuides } from '../../api/list/use-all-guides.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Filter } from '../../components/list/filter.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

interface ListFilterProps {
  value: string
  /** Whether the rows are there; the options load after them. */
  isListed: boolean
  onChange(id: string): void
}

export function GuideFilter({ value, isListed, onChange }: ListFilterProps) {
  const { t } = useI18n()
  const guides = useAllGuides(isListed)
  return (
    <Filter
      label={t('enrollments.guide')}
      value={value}
      all={t('enrollments.all_guides')}
      options={guides.map(({ id, title }) => [id, title] as const)}
      onChange={onChange}
    />
  )
}

/** The own enrollments come first among those of the members. */
export function AssigneeFilter({ value, isListed, onChange }: ListFilterProps) {
  const { t } = useI18n()
  const { account } = useWorkspace()
  const colleagues = useOperation('listColleagues', {}, { enabled: isListed }).data?.data ?? []
  const mine = colleagues
    .filter(({ user_id }) => user_id === account.id)
    .map((me) => ({ ...me, name: t('enrollments.mine') }))
  const others = colleagues.filter(({ user_id }) => user_id !== account.id)
  return (
    <Filter
      label={t('enrollments.assignee')}
      value={value}
      all={t('enrollments.all_assignees')}
      options={[...mine, ...others].map(({ user_id, name }) => [user_id, name] as const)}
      onChange={onChange}
    />
  )
}
