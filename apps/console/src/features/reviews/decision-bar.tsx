import { Button } from '../../components/button.tsx'
import { useI18n } from '../../i18n/i18n.ts'

export type Decision = 'accept' | 'request_changes'
type MailChoice = 'daily' | 'now'

interface DecisionBarProps {
  /** How many changes are marked. */
  count: number
  /** Who sent it. */
  name: string
  /** Whether there is something for that person to read. */
  isWritten: boolean
  mail: MailChoice
  onMail(mail: MailChoice): void
  busy: boolean
  onPress(decision: Decision): void
  /** It was sent again: goes on with that. */
  onGoOn: (() => void) | undefined
}

/** The decision on a submission: the main button asks for changes as soon as one is marked. */
export function DecisionBar({ count, name, isWritten, mail, onMail, busy, onPress, onGoOn }: DecisionBarProps) {
  const { t } = useI18n()
  if (onGoOn)
    return (
      <div className="foot">
        <Button look="main" onClick={onGoOn}>
          {t('review.go_on')}
        </Button>
      </div>
    )
  const hasChanges = count > 0
  return (
    <div className="foot">
      {isWritten && (
        <p className="grow soft mail-choice">
          {t(mail === 'now' ? 'review.at_once' : 'review.daily', { name })}{' '}
          <button type="button" className="link" onClick={() => onMail(mail === 'now' ? 'daily' : 'now')}>
            {t(mail === 'now' ? 'review.send_daily' : 'review.send_now')}
          </button>
        </p>
      )}
      <Button busy={busy} onClick={() => onPress(hasChanges ? 'accept' : 'request_changes')}>
        {t(hasChanges ? 'review.accept_anyway' : 'review.ask')}
      </Button>
      <Button look="main" busy={busy} onClick={() => onPress(hasChanges ? 'request_changes' : 'accept')}>
        {hasChanges ? t('review.ask_for', { count }) : t('review.accept')}
      </Button>
    </div>
  )
}
