import { Mailbox } from 'lucide-react'
import { useI18n } from '../../i18n/i18n.ts'
import type { CountProps, NavItem } from '../../workspace/navigation/nav-item.ts'
import { useCounts } from '../../workspace/use-counts.ts'

export const outboxNav: NavItem = { to: '/outbox', label: 'nav.outbox', icon: Mailbox, Count: UndeliveredCount }

/** The number of contacts whose last email could not be delivered. */
function UndeliveredCount({ className }: CountProps) {
  const { t } = useI18n()
  const count = useCounts()?.undelivered_emails ?? 0
  return count > 0 && <span className={className}>{t('outbox.not_sent', { count })}</span>
}
