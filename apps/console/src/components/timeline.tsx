import type { LucideIcon } from 'lucide-react'
import { useI18n } from '../i18n/i18n.ts'
import { newestFirst } from './newest-first.ts'
import { QueryPending } from './query-view.tsx'

export interface TimelineEntry {
  at: string
  icon: LucideIcon
  text: string
  good?: boolean
}

interface TimelineCardProps {
  entries: readonly TimelineEntry[]
  most: number
  /** The queries that the entries come from. Nothing is shown until all have an answer, because some entries alone would mislead. */
  queries: Parameters<typeof QueryPending>[0]['queries']
}

/** The newest entries of an activity, which may be given in any order. */
export function TimelineCard({ entries, most, queries }: TimelineCardProps) {
  const { t, dayTime } = useI18n()
  const shown = newestFirst(entries).slice(0, most)
  return (
    <section className="card" aria-labelledby="activity">
      <header>
        <h2 id="activity">{t('timeline.title')}</h2>
      </header>
      {queries.some(({ data }) => data === undefined) ? (
        <QueryPending queries={queries} />
      ) : (
        <ol className="pad tl">
          {shown.map(({ at, icon: Icon, text, good }) => (
            <li key={`${at} ${text}`}>
              <span className={good ? 'dot good' : 'dot'}>
                <Icon className="icon" aria-hidden />
              </span>
              <div>
                {text}
                <small>{dayTime(at)}</small>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
