import { Target } from 'lucide-react'
import { useI18n } from '../../i18n/i18n.ts'
import type { CountProps, NavItem } from '../../workspace/navigation/nav-item.ts'
import { useCounts } from '../../workspace/use-counts.ts'

export const customersNav: NavItem = {
  to: '/customers',
  also: '/enrollments',
  label: 'nav.customers',
  icon: Target,
  shortcut: 'e',
  Count: InProgressCount,
}

/** The number of enrollments in progress. */
function InProgressCount({ className }: CountProps) {
  const { number } = useI18n()
  const count = useCounts()?.in_progress
  return count !== undefined && <span className={className}>{number(count)}</span>
}
