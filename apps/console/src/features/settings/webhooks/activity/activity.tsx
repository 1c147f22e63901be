import type { Data } from '../../../../api/operations.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { useI18n } from '../../../../i18n/i18n.ts'
import './activity.css'

type Hour = Data<'getWebhookActivity'>['hours'][number]

/** The deliveries of a webhook in the last 24 hours, hour by hour: delivered, delivered after retries, and failed. */
export function Activity({ endpoint_id }: { endpoint_id: string }) {
  const { t, number, time } = useI18n()
  const data = useOperation('getWebhookActivity', { id: endpoint_id }, { every: 15_000 }).data?.data
  const hours = data?.hours ?? []
  const isMore = hours.some((hour) => totalOf(hour) === data?.counted_to)
  const told = (some: readonly Hour[]) => {
    const sum = (count: (hour: Hour) => number) => some.reduce((total, hour) => total + count(hour), 0)
    const said = (count: number) => (isMore ? t('settings.webhooks.over', { number: number(count) }) : number(count))
    const [waiting, failed] = [sum((hour) => hour.waiting + hour.failing), sum((hour) => hour.failed)]
    return [
      t('settings.webhooks.delivered', { number: said(sum((hour) => hour.at_once + hour.retried)) }),
      waiting > 0 && t('settings.webhooks.waits', { number: said(waiting) }),
      failed > 0 && t('settings.webhooks.lost', { number: said(failed) }),
    ]
      .filter(Boolean)
      .join(', ')
  }
  return (
    <div className="activity">
      <div className="row between">
        <span className="soft">{t('settings.webhooks.day')}</span>
        <span>{data && told(hours)}</span>
      </div>
      <ol aria-label={t('settings.webhooks.day')}>
        {hours.map((hour) => {
          const what = totalOf(hour) === 0 ? t('settings.webhooks.nothing') : told([hour])
          const text = t('settings.webhooks.hour', { at: time(hour.starts_at), what })
          return (
            <li key={hour.starts_at} title={text}>
              <span className="unseen">{text}</span>
              <Bar hour={hour} />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function totalOf({ at_once, retried, waiting, failing, failed, skipped }: Hour): number {
  return at_once + retried + waiting + failing + failed + skipped
}

/** The deliveries of an hour by outcome, as parts of a bar. Deliveries without an attempt are left blank. */
function Bar({ hour }: { hour: Hour }) {
  const total = Math.max(1, totalOf(hour))
  const parts = [
    { name: 'bad', share: (hour.failing + hour.failed) / total, fill: 'var(--bad)' },
    { name: 'late', share: hour.retried / total, fill: 'var(--chart-2)' },
    { name: 'good', share: hour.at_once / total, fill: 'var(--chart-1)' },
  ].filter(({ share }) => share > 0)
  let y = 100 - parts.reduce((sum, { share }) => sum + share, 0) * 100
  return (
    <svg aria-hidden="true">
      <rect width="100%" height="100%" fill="var(--chart-track)" />
      {parts.map(({ name, share, fill }) => {
        const from = y
        y += share * 100
        return <rect key={name} width="100%" y={`${from}%`} height={`${share * 100}%`} fill={fill} />
      })}
    </svg>
  )
}
