import { useState } from 'react'
import type { Item } from '../../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../../api/use-operation.ts'
import { FormDialog } from '../../../../components/dialog/form-dialog.tsx'
import { TextField } from '../../../../components/form/field.tsx'
import { toasts } from '../../../../components/toast.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'

const SHOWN = 5
const AGAIN_MS = 1000

/** The recoveries of missed events with their progress; nothing if there were none. */
export function Recoveries({ endpoint_id }: { endpoint_id: string }) {
  const { t } = useI18n()
  const query = useOperation('listWebhookRecoveries', { id: endpoint_id, per_page: SHOWN })
  const recoveries = query.data?.data ?? []
  if (recoveries.length === 0) return null
  return (
    <section className="card" aria-labelledby="recoveries">
      <header>
        <h2 id="recoveries">{t('settings.webhooks.recoveries')}</h2>
      </header>
      <ul className="rows">
        {recoveries.map((recovery) => (
          <Row key={recovery.id} recovery={recovery} />
        ))}
      </ul>
    </section>
  )
}

function Row({ recovery }: { recovery: Item<'listWebhookRecoveries'> }) {
  const { t, dayTime } = useI18n()
  const [isOver, setOver] = useState(recovery.status === 'done')
  const place = { id: recovery.endpoint_id, recovery_id: recovery.id }
  const query = useOperation('getWebhookRecovery', place, { enabled: !isOver, every: AGAIN_MS })
  const { status, since, until, recovered, looked_at, reached } = query.data?.data ?? recovery
  if (status === 'done' && !isOver) setOver(true)
  return (
    <li>
      <span className={status === 'done' ? 'chip good' : 'chip warn'}>{t(`settings.webhooks.recovery.${status}`)}</span>
      <div className="grow">
        {t('settings.webhooks.recovery_of', { since: dayTime(since), until: dayTime(until) })}
        <small>
          {status === 'running'
            ? t('settings.webhooks.recovery_running', { recovered, looked_at, reached: dayTime(reached ?? since) })
            : t('settings.webhooks.recovery_done', { recovered, looked_at })}
        </small>
      </div>
    </li>
  )
}

/** The dialog that asks for the time since when missed events are sent again. */
export function RecoverDialog({ endpoint_id, onClose }: { endpoint_id: string; onClose(): void }) {
  const { t } = useI18n()
  const recover = useOperationMutation('recoverWebhookEndpoint', {
    shown: true,
    onSuccess: () => toasts.show(t('settings.webhooks.recover_started')),
  })
  return (
    <FormDialog
      title={t('settings.webhooks.recover')}
      action={t('settings.webhooks.send_again')}
      initial={{ since: yesterday() }}
      save={({ since }) => recover.mutateAsync({ id: endpoint_id, since: momentOf(since) })}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p className="soft">{t('settings.webhooks.recover_lead')}</p>
          <TextField label={t('settings.webhooks.recover_since')} type="datetime-local" {...text('since')} />
        </>
      )}
    </FormDialog>
  )
}

/** A time in the reader's time zone, in the format of the field: `2026-11-20T14:20`. */
function yesterday(): string {
  const now = new Date()
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000 - 86_400_000)
  return local.toISOString().slice(0, 16)
}

/** The input as a time. The server refuses an invalid one with its own message. */
function momentOf(local: string): string {
  const time = new Date(local)
  return Number.isNaN(time.getTime()) ? local : time.toISOString()
}
