import { WORK_COUNTS_TO, WORK_KINDS, WORK_OF } from '@handrail/core/contract'
import { CalendarDays, Check, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/list/choice.tsx'
import { Empty, QueryView } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { Link, type Search, useFilters } from '../../workspace/link.tsx'
import type { ReviewPlace } from '../reviews/place.ts'
import { Reviewing } from '../reviews/reviewing.tsx'
import { byCustomer, grouped, keyOf, type WorkItem } from './groups.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useWork } from './use-work.ts'
import { WorkRow } from './work-row.tsx'
import './work.css'

type Counts = Partial<Record<(typeof WORK_KINDS)[number], number>>

/** In the address. */
const CUSTOMER = 'customer'

/** What waits for the member across customers, by date or by customer, to be done from the list. */
export function WorkPage() {
  const { t, longDay } = useI18n()
  const [filters, change] = useFilters()
  const of = WORK_OF.find((one) => one === filters.of) ?? 'mine'
  const kind = WORK_KINDS.find((one) => one === filters.kind)
  const work = useWork({ of, ...(kind && { kind }) })
  const meta = work.first.data?.meta
  const at = reviewIn(filters)
  const isByCustomer = filters.by === CUSTOMER
  const review = (place: ReviewPlace | undefined) =>
    change({ review: place?.step_id, enrollment: place?.enrollment_id })
  return (
    <>
      <div className="head of-list">
        <h1>{t('nav.work')}</h1>
        {meta && <span className="soft">{longDay(meta.today)}</span>}
        <div className="acts">
          <Link to="/settings/account" className="btn">
            <CalendarDays className="icon" aria-hidden />
            {t('work.calendar')}
          </Link>
        </div>
      </div>
      <div className="tools">
        <Choice
          label={t('work.grouping')}
          value={isByCustomer ? CUSTOMER : ''}
          options={[
            { value: '', text: t('work.by_date') },
            { value: CUSTOMER, text: t('work.by_customer') },
          ]}
          onChange={(one) => change({ by: one })}
        />
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
              <Groups
                items={work.items}
                today={today}
                showsWho={of !== 'mine'}
                isByCustomer={isByCustomer}
                isCovered={at !== undefined}
                onReview={review}
              />
              {work.hasMore && (
                <Button busy={work.isLoadingMore} onClick={work.more}>
                  {t('work.more')}
                </Button>
              )}
            </>
          )
        }
      </QueryView>
      <Reviewing at={at} waiting={work.items.flatMap(reviewOf)} onGo={review} />
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
  /** Otherwise by date. */
  isByCustomer: boolean
  /** Whether a review is open over it. */
  isCovered: boolean
  onReview(place: ReviewPlace | undefined): void
}

function Groups({ items, today, showsWho, isByCustomer, isCovered, onReview }: GroupsProps) {
  const { t, number } = useI18n()
  /** The row that shows a question. */
  const [open, setOpen] = useState<string>()
  const place = useRowKeys(items.length, isCovered)
  const groups = isByCustomer
    ? byCustomer(items).map(({ customer, items: own }) => ({ title: customer, isLate: false, own }))
    : grouped(items, today).map(({ group, items: own }) => ({
        title: t(`work.group.${group}`),
        isLate: group === 'late',
        own,
      }))
  return (
    <div ref={place} className="work">
      {groups.map(({ title, isLate, own }, index) => (
        <section key={title} aria-labelledby={`work-${index}`}>
          <h2 id={`work-${index}`} className={isLate ? 'late' : undefined}>
            {isLate && <CircleAlert className="icon" aria-hidden />}
            {title} <span className="n">{number(own.length)}</span>
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
