import { WORK_COUNTS_TO } from '@handrail/core/contract'
import { ListChecks } from 'lucide-react'
import { useOperation } from '../../api/use-operation.ts'
import { useI18n } from '../../i18n/i18n.ts'
import type { CountProps, NavItem } from '../../workspace/navigation/nav-item.ts'
import { useQuietPeriod } from '../../workspace/use-quiet-period.ts'

export const workNav: NavItem = {
  to: '/work',
  label: 'nav.work',
  shortLabel: 'nav.work_short',
  icon: ListChecks,
  shortcut: 'm',
  needsPlans: true,
  Count: WaitingCount,
}

/** What waits for the member. */
function WaitingCount({ className }: CountProps) {
  const { number } = useI18n()
  const isQuiet = useQuietPeriod()
  const counts = useOperation('listWork', { per_page: 1 }, { enabled: isQuiet, every: 60_000 }).data?.counts
  const sum = Object.values(counts ?? {}).reduce((total, count) => total + count, 0)
  if (sum === 0) return null
  return <span className={className}>{sum < WORK_COUNTS_TO ? number(sum) : `${number(WORK_COUNTS_TO)}+`}</span>
}
