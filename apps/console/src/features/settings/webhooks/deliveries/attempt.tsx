import type { Data } from '../../../../api/operations.ts'
import { useI18n } from '../../../../i18n/i18n.ts'

type AttemptMade = Data<'getWebhookDelivery'>['attempts_made'][number]

/** One attempt: its time and result, and the headers and bodies when opened. */
export function Attempt({ attempt }: { attempt: AttemptMade }) {
  const { t, dayTime, number } = useI18n()
  const { started_at, duration_ms, address, request, response_status, response_headers, response_body, error } = attempt
  return (
    <details>
      <summary>
        <span className="soft num">{dayTime(started_at)}</span>{' '}
        <b className={error === null ? 'good' : 'bad'}>{response_status ?? t('settings.webhooks.unanswered')}</b>{' '}
        {t('settings.webhooks.after', { ms: number(duration_ms) })}
      </summary>
      <div className="stack close">
        <dl className="kv">
          <dt>{t('settings.webhooks.url')}</dt>
          <dd className="mono">{request.url}</dd>
          <dt>{t('settings.webhooks.reached')}</dt>
          <dd>{address ?? t('settings.webhooks.nowhere')}</dd>
        </dl>
        {error && <p className="soft">{error}</p>}
        {response_body && (
          <>
            <span className="label">{t('settings.webhooks.came_back')}</span>
            <pre className="code">{response_body}</pre>
          </>
        )}
        <Headers label={t('settings.webhooks.sent_headers')} headers={request.headers} />
        <Headers label={t('settings.webhooks.came_headers')} headers={response_headers ?? {}} />
      </div>
    </details>
  )
}

function Headers({ label, headers }: { label: string; headers: Record<string, string> }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (lines.length === 0) return null
  return (
    <>
      <span className="label">{label}</span>
      <pre className="code">{lines.join('\n')}</pre>
    </>
  )
}
