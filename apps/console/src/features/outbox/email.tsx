import { emailErrorOf } from '@handrail/core/contract'
import type { Item } from '../../api/operations.ts'
import { useWords } from '../../i18n/i18n.ts'

export type Email = Item<'listEmails'>
const LOOKS = {
  waiting: 'chip',
  sent: 'chip good',
  failed: 'chip bad',
  kept: 'chip warn',
  skipped: 'chip line',
} as const

/** What a mail is about, to whom, and what went wrong. */
export function EmailHead({ email, onOpen }: { email: Email; onOpen(email: Email): void }) {
  const { say, dayTime } = useWords()
  return (
    <>
      <button type="button" className="link" onClick={() => onOpen(email)}>
        {email.subject}
      </button>
      <small>
        {say('outbox.to', { name: email.recipient_name.trim() || email.recipient })},{' '}
        {dayTime(email.sent_at ?? email.created_at)}
      </small>
      {email.error && <EmailError error={email.error} />}
    </>
  )
}

/** Why it was not sent. What a mail server says is left as it is. */
function EmailError({ error }: { error: string }) {
  const { say } = useWords()
  const known = emailErrorOf(error)
  return <small className="bad">{known ? say(`outbox.error.${known.reason}`, { detail: known.detail }) : error}</small>
}

/** What became of it. */
export function EmailStatus({ status }: Pick<Email, 'status'>) {
  const { say } = useWords()
  return <span className={LOOKS[status]}>{say(`outbox.status.${status}`)}</span>
}
