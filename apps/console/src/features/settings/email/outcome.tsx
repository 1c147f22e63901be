import { emailErrorOf } from '@handrail/core/contract'
import { useI18n } from '../../../i18n/i18n.ts'

/** Why the mail server did not take a test, in words. */
export function NotSent({ error, isRetried = false }: { error: string; isRetried?: boolean }) {
  const { t } = useI18n()
  const known = emailErrorOf(error)
  return (
    <div className="note bad" role="alert">
      <div>
        <b>{t('mail_server.page.not_sent')}</b>{' '}
        {known ? `${t(`outbox.error.${known.reason}`, { detail: known.detail })}.` : <span lang="en">{error}.</span>}
        {isRetried && ` ${t('mail_server.page.tried_again')}`}
      </div>
    </div>
  )
}
