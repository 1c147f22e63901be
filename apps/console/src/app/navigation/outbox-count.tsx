import { useWords } from '../../words/words.ts'
import { useFiguresBeside } from './figures-beside.ts'

/** How many contacts' last mail could not be delivered, beside the outbox. */
export function OutboxCount({ look }: { look: 'n' | 'chip warn' }) {
  const { say } = useWords()
  const count = useFiguresBeside()?.undelivered_emails ?? 0
  return count > 0 && <span className={look}>{say('outbox.not_sent', { count })}</span>
}
