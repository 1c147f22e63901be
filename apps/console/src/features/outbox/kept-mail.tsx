import { KEPT_REASONS } from '@handrail/core/contract'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useOperation, useOperationMutation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog/confirm.tsx'
import { toasts } from '../../components/toast.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useCan } from '../../workspace/workspace.ts'

/** Offers to send the mail that was kept before there was a mail server. */
export function KeptMail({ onShow }: { onShow?: (() => void) | undefined }) {
  const { t } = useI18n()
  const may = useCan('enrollments:write')
  const [asking, setAsking] = useState(false)
  const sendsMail = useOperation('getMailSettings', {}).data?.data.sends_mail === true
  const kept = useOperation('getKeptEmails', {}, { enabled: sendsMail }).data?.data
  if (!sendsMail || !kept) return null
  const total = kept.sent + KEPT_REASONS.reduce((sum, reason) => sum + (kept.left[reason] ?? 0), 0)
  if (total === 0) return null
  return (
    <div className="note warn kept-mail">
      <MailCheck className="icon" aria-hidden />
      <div className="grow stack close">
        <b>{t('settings.kept.title', { count: total })}</b>
        <Left left={kept.left} isAll={kept.sent === 0} />
        <div className="row wrap">
          {may && kept.sent > 0 && (
            <Button look="main" onClick={() => setAsking(true)}>
              {t('settings.kept.send', { count: kept.sent })}
            </Button>
          )}
          {onShow && <Button onClick={onShow}>{t('outbox.kept_show')}</Button>}
        </div>
      </div>
      {asking && <Ask count={kept.sent} left={kept.left} onClose={() => setAsking(false)} />}
    </div>
  )
}

type Counts = Partial<Record<(typeof KEPT_REASONS)[number], number>>

/** How much is left, with the reasons. */
function Left({ left, isAll = false }: { left: Counts; isAll?: boolean }) {
  const { t } = useI18n()
  const reasons = KEPT_REASONS.filter((reason) => left[reason])
  return (
    <>
      {isAll && <span>{t('settings.kept.none')}</span>}
      {reasons.length > 0 && (
        <span className="soft">
          {!isAll && `${t('settings.kept.left')} `}
          {reasons.map((reason) => t(`settings.kept.left_${reason}`, { count: left[reason] ?? 0 })).join(' ')}
        </span>
      )}
    </>
  )
}

function Ask({ count, left, onClose }: { count: number; left: Counts; onClose(): void }) {
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
    toasts.show(t('settings.kept.sent', { count: sent }))
  }
  return (
    <Confirm
      title={t('settings.kept.ask', { count })}
      action={t('settings.kept.send', { count })}
      danger={false}
      run={run}
      onClose={onClose}
    >
      <p>{t('settings.kept.text')}</p>
      <p>
        <Left left={left} />
      </p>
    </Confirm>
  )
}
