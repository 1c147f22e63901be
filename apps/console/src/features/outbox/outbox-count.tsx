import { useWords } from '../../i18n/i18n.ts'
import { useFiguresBeside } from '../../workspace/use-counts.ts'

/** How many contacts' last mail could not be delivered, beside the outbox. */
export function OutboxCount({ look }: { look: 'n' | 'chip warn' }) {
  const { say } = useWords()
  const count = useFiguresBeside()?.undelivered_emails ?? 0
  return count > 0 && <span className={look}>{say('outbox.not_sent', { count })}</span>
}
