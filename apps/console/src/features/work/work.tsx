import { WORK_COUNTS_TO, WORK_KINDS, WORK_OF } from '@handrail/core/contract'
import { Check, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/list/choice.tsx'
import { Empty, QueryView } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { type Search, useFilters } from '../../workspace/link.tsx'
import type { ReviewPlace } from '../reviews/place.ts'
import { Reviewing } from '../reviews/reviewing.tsx'
import { grouped, keyOf, type WorkItem } from './groups.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useWork } from './use-work.ts'
import { WorkRow } from './work-row.tsx'
import './work.css'

type Counts = Partial<Record<(typeof WORK_KINDS)[number], number>>

/** What waits for the member across customers, by date, to be done from the list. */
export function WorkPage() {
  const { t, longDay } = useI18n()
  const [filters, change] = useFilters()
  const of = WORK_OF.find((one) => one === filters.of) ?? 'mine'
  const kind = WORK_KINDS.find((one) => one === filters.kind)
  const work = useWork({ of, ...(kind && { kind }) })
  const meta = work.first.data?.meta
  const review = (place: ReviewPlace | undefined) =>
    change({ review: place?.step_id, enrollment: place?.enrollment_id })
  return (
    <>
      <div className="head of-list">
        <h1>{t('nav.work')}</h1>
        {meta && <span className="soft">{longDay(meta.today)}</span>}
      </div>
      <div className="tools">
        <KindChoice counts={work.first.data?.counts ?? {}} kind={kind} onChange={(one) => change({ kind: one })} />
        <select
          className="input of-whom"
          aria-label={t('work.whose')}
          value={of}
          onChange={({ target: { value } }) => change({ of: value === 'mine' ? undefined : value })}
        >
          {WORK_OF.map((one) => (
            <option key={one} value={one}>
              {t(`work.of.${one}`)}
            </option>
          ))}
        </select>
      </div>
      <QueryView query={work.first}>
        {({ meta: { today } }) =>
          work.items.length === 0 ? (
            <Nothing isMine={of === 'mine'} onEverybody={() => change({ of: 'everybody', kind: undefined })} />
          ) : (
            <>
              <Groups items={work.items} today={today} showsWho={of !== 'mine'} onReview={review} />
              {work.hasMore && (
                <Button busy={work.isLoadingMore} onClick={work.more}>
                  {t('work.more')}
                </Button>
              )}
            </>
          )
        }
      </QueryView>
      <Reviewing at={reviewIn(filters)} waiting={work.items.flatMap(reviewOf)} onGo={review} />
    </>
  )
}

/** The review that the address names. */
function reviewIn({ review: step_id, enrollment: enrollment_id }: Search): ReviewPlace | undefined {
  return step_id !== undefined && enrollment_id !== undefined ? { step_id, enrollment_id } : undefined
}

function reviewOf({ kind, enrollment_id, step }: WorkItem): ReviewPlace[] {
  return kind === 'review' && step ? [{ enrollment_id, step_id: step.id }] : []
}

interface KindChoiceProps {
  counts: Counts
  kind: (typeof WORK_KINDS)[number] | undefined
  onChange(kind: string | undefined): void
}

/** The kinds that there are, with their numbers. */
function KindChoice({ counts, kind, onChange }: KindChoiceProps) {
  const { t, number } = useI18n()
  const shown = WORK_KINDS.filter((one) => counts[one] || one === kind)
  const textOf = (count: number) => (count < WORK_COUNTS_TO ? number(count) : `${number(WORK_COUNTS_TO)}+`)
  const all = WORK_KINDS.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
  return (
    <Choice
      label={t('work.kinds')}
      value={kind ?? ''}
      options={[
        { value: '', text: `${t('work.all')} ${textOf(all)}` },
        ...shown.map((one) => ({ value: one, text: `${t(`work.kind.${one}`)} ${textOf(counts[one] ?? 0)}` })),
      ]}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  )
}

interface GroupsProps {
  items: readonly WorkItem[]
  today: string
  showsWho: boolean
  onReview(place: ReviewPlace | undefined): void
}

function Groups({ items, today, showsWho, onReview }: GroupsProps) {
  const { t, number } = useI18n()
  /** The row that shows a question. */
  const [open, setOpen] = useState<string>()
  const place = useRowKeys(items.length)
  return (
    <div ref={place} className="work">
      {grouped(items, today).map(({ group, items: own }) => (
        <section key={group} aria-labelledby={`work-${group}`}>
          <h2 id={`work-${group}`} className={group === 'late' ? 'late' : undefined}>
            {group === 'late' && <CircleAlert className="icon" aria-hidden />}
            {t(`work.group.${group}`)} <span className="n">{number(own.length)}</span>
          </h2>
          <ul className="card">
            {own.map((item) => {
              const key = keyOf(item)
              return (
                <WorkRow
                  key={key}
                  item={item}
                  today={today}
                  showsWho={showsWho}
                  isOpen={key === open}
                  onToggle={() => setOpen(key === open ? undefined : key)}
                  onReview={() => onReview(reviewOf(item)[0])}
                />
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Nothing({ isMine, onEverybody }: { isMine: boolean; onEverybody(): void }) {
  const { t } = useI18n()
  return (
    <Empty
      icon={Check}
      title={t(isMine ? 'work.none_mine' : 'work.none')}
      actions={isMine && <Button onClick={onEverybody}>{t('work.see_everybody')}</Button>}
    >
      {t('work.none_text')}
    </Empty>
  )
}
