import { useI18n } from '../../i18n/i18n.ts'
import { useCounts } from '../../workspace/use-counts.ts'

/** How many contacts' last mail could not be delivered, beside the outbox. */
export function OutboxCount({ look }: { look: 'n' | 'chip warn' }) {
  const { t } = useI18n()
  const count = useCounts()?.undelivered_emails ?? 0
  return count > 0 && <span className={look}>{t('outbox.not_sent', { count })}</span>
}
