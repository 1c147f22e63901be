import type { KeptReason } from '@handrail/core/contract'
import { MailWarning } from 'lucide-react'
import { useState } from 'react'
import { useOperation, useOperationMutation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog/confirm.tsx'
import { toasts } from '../../components/toast.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useCan } from '../../workspace/workspace.ts'

/** In the order of their words. */
const KEPT_REASONS = [
  'too_old',
  'opened_meanwhile',
  'replaced',
  'opted_out',
  'contact_deleted',
] as const satisfies readonly KeptReason[]

/** Offers to send the mail that was kept before there was a mail server. */
export function KeptMail({ onShow }: { onShow?: (() => void) | undefined }) {
  const { t, number } = useI18n()
  const may = useCan('enrollments:write')
  const [asking, setAsking] = useState(false)
  const sendsMail = useOperation('getMailSettings', {}).data?.data.sends_mail === true
  const kept = useOperation('getKeptEmails', {}, { enabled: sendsMail }).data?.data
  if (!sendsMail || !kept) return null
  if (kept.sent === 0) return null
  const total = kept.sent + KEPT_REASONS.reduce((sum, reason) => sum + (kept.left[reason] ?? 0), 0)
  const numbered = (count: number): Numbered => ({ count, number: `${number(count)}${kept.is_complete ? '' : '+'}` })
  return (
    <div className="note warn kept-mail">
      <MailWarning className="icon" aria-hidden />
      <div className="grow stack close">
        <b>{t('kept_mail.title', numbered(total))}</b>
        <Left left={kept.left} />
        <div className="row wrap">
          {may && (
            <Button look="main" onClick={() => setAsking(true)}>
              {t('kept_mail.send', numbered(kept.sent))}
            </Button>
          )}
          {onShow && <Button onClick={onShow}>{t('outbox.kept_show')}</Button>}
        </div>
      </div>
      {asking && <Ask count={numbered(kept.sent)} left={kept.left} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** A count for texts, with a sign if there are more. */
interface Numbered extends Record<string, string | number> {
  count: number
  number: string
}

type Counts = Partial<Record<(typeof KEPT_REASONS)[number], number>>

/** How much is left, with the reasons. */
function Left({ left }: { left: Counts }) {
  const { t } = useI18n()
  const reasons = KEPT_REASONS.filter((reason) => left[reason])
  if (reasons.length === 0) return null
  return (
    <span className="soft">
      {t('kept_mail.left')}{' '}
      {reasons.map((reason) => t(`kept_mail.left_${reason}`, { count: left[reason] ?? 0 })).join(' ')}
    </span>
  )
}

function Ask({ count, left, onClose }: { count: Numbered; left: Counts; onClose(): void }) {
  const { t } = useI18n()
  const send = useOperationMutation('sendKeptEmails', { shown: true })
  const run = async () => {
    let sent = 0
    // A long outbox takes several calls.
    for (;;) {
      const { data } = await send.mutateAsync({})
      sent += data.sent
      if (data.is_complete) break
    }
    toasts.show(t('kept_mail.sent', { count: sent }))
  }
  return (
    <Confirm
      title={t('kept_mail.ask', count)}
      action={t('kept_mail.send', count)}
      danger={false}
      run={run}
      onClose={onClose}
    >
      <p>{t('kept_mail.text')}</p>
      <p>
        <Left left={left} />
      </p>
    </Confirm>
  )
}
