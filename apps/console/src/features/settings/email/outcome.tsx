import { emailErrorOf } from '@handrail/core/contract'
import { useI18n } from '../../../i18n/i18n.ts'
import { MAIL_SERVER } from '../../../i18n/mail-server.ts'
import { useTexts } from '../../../i18n/use-texts.ts'

/** Why the mail server did not take a test, in words. */
export function NotSent({ error, isRetried = false }: { error: string; isRetried?: boolean }) {
  const { t } = useI18n()
  const tm = useTexts(MAIL_SERVER)
  const known = emailErrorOf(error)
  return (
    <div className="note bad" role="alert">
      <div>
        <b>{tm('page.not_sent')}</b>{' '}
        {known ? `${t(`outbox.error.${known.reason}`, { detail: known.detail })}.` : <span lang="en">{error}.</span>}
        {isRetried && ` ${tm('page.tried_again')}`}
      </div>
    </div>
  )
}
