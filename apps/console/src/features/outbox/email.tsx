import { emailErrorOf } from '@handrail/core/contract'
import type { Item } from '../../api/operations.ts'
import { useI18n } from '../../i18n/i18n.ts'

export type Email = Item<'listEmails'>
const LOOKS = {
  waiting: 'chip',
  sent: 'chip good',
  failed: 'chip bad',
  kept: 'chip warn',
  skipped: 'chip line',
} as const

/** The subject, the kind, the recipient, the error and the next attempt of a mail. */
export function EmailHead({ email, onOpen }: { email: Email; onOpen(email: Email): void }) {
  const { t, dayTime } = useI18n()
  return (
    <>
      <button type="button" className="link" onClick={() => onOpen(email)}>
        {email.subject}
      </button>
      <small>
        {t('outbox.to', {
          kind: t(`outbox.kind.${email.kind}`),
          name: email.recipient_name.trim() || email.recipient,
        })}
        , {dayTime(email.sent_at ?? email.created_at)}
      </small>
      {email.status === 'waiting' && email.attempts > 0 && email.next_attempt_at && (
        <small>{t('outbox.next_attempt', { when: dayTime(email.next_attempt_at) })}</small>
      )}
      {email.error && <EmailError error={email.error} />}
    </>
  )
}

/** The reason why a mail was not sent. The message of a mail server is not translated. */
export function EmailError({ error }: { error: string }) {
  const { t } = useI18n()
  const known = emailErrorOf(error)
  return <small className="bad">{known ? t(`outbox.error.${known.reason}`, { detail: known.detail }) : error}</small>
}

/** The status of a mail. */
export function EmailStatus({ status }: Pick<Email, 'status'>) {
  const { t } = useI18n()
  return <span className={LOOKS[status]}>{t(`outbox.status.${status}`)}</span>
}
