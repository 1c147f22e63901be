import { ATTENTION_KINDS, MAX_ATTENTION } from '@handrail/core/contract'
import { CircleCheck, Webhook } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../api/use-operation.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/list/choice.tsx'
import { Empty, QueryView } from '../../components/query-view.tsx'
import { Meter } from '../../components/status.tsx'
import { toasts } from '../../components/toast.tsx'
import { daysSince } from '../../i18n/formats.ts'
import { type I18n, useI18n } from '../../i18n/i18n.ts'
import { Link, useFilters } from '../../workspace/link.tsx'
import { useCan } from '../../workspace/workspace.ts'
import { useSendReminder } from '../enrollments/use-send-reminder.ts'

type Attention = Item<'listAttention'>
/** The number of rows shown before "Show all". */
const FIRST = 8

/** The list of records that need attention, each with an action. */
export function AttentionCard() {
  const { t } = useI18n()
  const [{ attention }, change] = useFilters()
  const kind = ATTENTION_KINDS.find((one) => one === attention)
  const [isWhole, setWhole] = useState(false)
  const input = isWhole ? { ...(kind && { kind }), limit: MAX_ATTENTION } : {}
  const query = useOperation('listAttention', input, { every: 60_000, keep: true })
  return (
    <section className="card" aria-labelledby="attention">
      <QueryView query={query}>
        {({ data, counts }) => {
          const total = ATTENTION_KINDS.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
          const asked = data.filter((row) => kind === undefined || row.kind === kind)
          const shown = isWhole ? asked : asked.slice(0, FIRST)
          const askedTotal = kind === undefined ? total : (counts[kind] ?? 0)
          const isCut = isWhole && !query.isPlaceholderData && shown.length < askedTotal
          return (
            <>
              <header>
                <h2 id="attention">{t('attention.title')}</h2>
                {total > 0 && (
                  <Choice
                    label={t('attention.title')}
                    value={kind ?? ''}
                    options={[
                      { value: '', text: t('attention.all', { number: total }) },
                      ...ATTENTION_KINDS.filter((one) => counts[one]).map((one) => ({
                        value: one,
                        text: t(`attention.kind.${one}`, { number: counts[one] ?? 0 }),
                      })),
                    ]}
                    onChange={(chosen) => change({ attention: chosen })}
                  />
                )}
              </header>
              {total === 0 && (
                <Empty icon={CircleCheck} title={t('attention.none')}>
                  {t('attention.none_text')}
                </Empty>
              )}
              <ul className="todo">
                {shown.map((row) => (
                  <Row key={`${row.kind} ${row.id}`} row={row} />
                ))}
              </ul>
              {total > 0 && (
                <footer className="soft">
                  {!isWhole && shown.length < askedTotal && (
                    <button type="button" className="link" onClick={() => setWhole(true)}>
                      {t('attention.show_all', { number: askedTotal })}
                    </button>
                  )}
                  {isCut && <span>{t('attention.first_of_each', { number: MAX_ATTENTION })}</span>}
                  <span className="right">{t('attention.one_a_day')}</span>
                </footer>
              )}
            </>
          )
        }}
      </QueryView>
    </section>
  )
}

function Row({ row }: { row: Attention }) {
  const i18n = useI18n()
  const { kind, id, name, organisation, progress_percentage } = row
  const to = kind === 'webhook' ? `/settings/webhooks/${id}` : `/enrollments/${id}`
  return (
    <li>
      {kind === 'webhook' ? (
        <span className="glyph">
          <Webhook className="icon" aria-hidden />
        </span>
      ) : (
        <Avatar name={name} />
      )}
      <div className="grow">
        <div className="cut">
          <Link to={to}>{name}</Link> <span className="soft">{organisation}</span>
        </div>
        <div className="reason soft">{reasonOf(row, i18n)}</div>
      </div>
      {progress_percentage === null ? <span /> : <Meter percentage={progress_percentage} />}
      <Remedy row={row} to={to} />
    </li>
  )
}

function Remedy({ row: { kind, id, name }, to }: { row: Attention; to: string }) {
  const { t } = useI18n()
  const may = useCan('enrollments:write')
  const remind = useSendReminder(name)
  const extend = useOperationMutation('updateEnrollment', {
    onSuccess: () => toasts.show(t('enrollment.extended', { name })),
  })
  const inTwoWeeks = () => new Date(Date.now() + 14 * 86_400_000).toISOString()
  if (may && (kind === 'stalled' || kind === 'not_started'))
    return (
      <Button busy={remind.isPending} onClick={() => remind.mutate({ id })}>
        {t('enrollment.remind')}
      </Button>
    )
  if (may && kind === 'expiring')
    return (
      <Button busy={extend.isPending} onClick={() => extend.mutate({ id, expires_at: inTwoWeeks() })}>
        {t('enrollment.extend')}
      </Button>
    )
  return (
    <Link className="btn side" to={to}>
      {t(
        kind === 'question'
          ? 'attention.answer'
          : kind === 'webhook' || kind === 'email_problem'
            ? 'attention.see_why'
            : 'attention.look',
      )}
    </Link>
  )
}

function reasonOf({ kind, at, guide, step, mail }: Attention, { t, ago }: I18n): string {
  const days = daysSince(at)
  const values = { ago: ago(at), guide: guide ?? '' }
  if (kind === 'stalled' && step !== null) return t('attention.stalled_at', { count: days, step })
  if (kind === 'stalled') return t('attention.stalled', { count: days, ...values })
  if (kind === 'not_started') return t('attention.not_started', { count: days, ...values })
  if (kind === 'email_problem' && mail === 'kept') return t('attention.email_kept', values)
  return t(`attention.${kind}`, values)
}
