import { ATTENTION_KINDS } from '@handrail/core/contract'
import { CircleCheck, Webhook } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../api/operations.ts'
import { useAct, useAnswer } from '../../api/use-operation.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/list/choice.tsx'
import { Answered, Empty } from '../../components/query-view.tsx'
import { Meter } from '../../components/status.tsx'
import { toasts } from '../../components/toast.tsx'
import { daysSince } from '../../i18n/formats.ts'
import { useWords, type Words } from '../../i18n/i18n.ts'
import { Link, useFilters } from '../../workspace/link.tsx'
import { useMay } from '../../workspace/workspace.ts'

type Attention = Item<'listAttention'>
/** So many rows are shown before somebody asks for all. */
const FIRST = 8

/** What somebody should look at; each row has its remedy. */
export function AttentionCard() {
  const { say } = useWords()
  const [{ attention }, change] = useFilters()
  const kind = ATTENTION_KINDS.find((one) => one === attention)
  const [isWhole, setWhole] = useState(false)
  const query = useAnswer('listAttention', {}, { every: 60_000 })
  return (
    <section className="card" aria-labelledby="attention">
      <Answered query={query}>
        {({ data, counts }) => {
          const total = ATTENTION_KINDS.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
          const asked = data.filter((row) => kind === undefined || row.kind === kind)
          const shown = isWhole ? asked : asked.slice(0, FIRST)
          return (
            <>
              <header>
                <h2 id="attention">{say('attention.title')}</h2>
                {total > 0 && (
                  <Choice
                    label={say('attention.title')}
                    value={kind ?? ''}
                    options={[
                      { value: '', text: say('attention.all', { number: total }) },
                      ...ATTENTION_KINDS.filter((one) => counts[one]).map((one) => ({
                        value: one,
                        text: say(`attention.kind.${one}`, { number: counts[one] ?? 0 }),
                      })),
                    ]}
                    onChange={(chosen) => change({ attention: chosen })}
                  />
                )}
              </header>
              {total === 0 && (
                <Empty icon={CircleCheck} title={say('attention.none')}>
                  {say('attention.none_text')}
                </Empty>
              )}
              <ul className="todo">
                {shown.map((row) => (
                  <Row key={`${row.kind} ${row.id}`} row={row} />
                ))}
              </ul>
              {total > 0 && (
                <footer className="soft">
                  {shown.length < asked.length && (
                    <button type="button" className="link" onClick={() => setWhole(true)}>
                      {say('attention.show_all', { number: asked.length })}
                    </button>
                  )}
                  <span className="right">{say('attention.one_a_day')}</span>
                </footer>
              )}
            </>
          )
        }}
      </Answered>
    </section>
  )
}

function Row({ row }: { row: Attention }) {
  const words = useWords()
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
        <div className="cut soft">{reasonOf(row, words)}</div>
      </div>
      {progress_percentage === null ? <span /> : <Meter percentage={progress_percentage} />}
      <Remedy row={row} to={to} />
    </li>
  )
}

function Remedy({ row: { kind, id, name }, to }: { row: Attention; to: string }) {
  const { say } = useWords()
  const may = useMay('enrollments:write')
  const remind = useAct('sendReminder', { onSuccess: () => toasts.show(say('enrollment.reminded', { name })) })
  const extend = useAct('updateEnrollment', { onSuccess: () => toasts.show(say('enrollment.extended', { name })) })
  const inTwoWeeks = () => new Date(Date.now() + 14 * 86_400_000).toISOString()
  if (may && (kind === 'stalled' || kind === 'not_started'))
    return (
      <Button busy={remind.isPending} onClick={() => remind.mutate({ id })}>
        {say('enrollment.remind')}
      </Button>
    )
  if (may && kind === 'expiring')
    return (
      <Button busy={extend.isPending} onClick={() => extend.mutate({ id, expires_at: inTwoWeeks() })}>
        {say('enrollment.extend')}
      </Button>
    )
  return (
    <Link className="btn side" to={to}>
      {say(kind === 'question' ? 'attention.answer' : kind === 'webhook' ? 'attention.see_why' : 'attention.look')}
    </Link>
  )
}

function reasonOf({ kind, at, guide, step }: Attention, { say, ago }: Words): string {
  const days = daysSince(at)
  const values = { ago: ago(at), guide: guide ?? '' }
  if (kind === 'stalled' && step !== null) return say('attention.stalled_at', { count: days, step })
  if (kind === 'stalled') return say('attention.stalled', { count: days, ...values })
  if (kind === 'not_started') return say('attention.not_started', { count: days, ...values })
  return say(`attention.${kind}`, values)
}
