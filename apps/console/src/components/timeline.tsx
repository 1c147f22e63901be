import type { LucideIcon } from 'lucide-react'
import { useI18n } from '../i18n/i18n.ts'
import { QueryPending } from './query-view.tsx'

export interface TimelineEntry {
  at: string
  icon: LucideIcon
  text: string
  good?: boolean
}

interface TimelineCardProps {
  happened: readonly TimelineEntry[]
  most: number
  /** What is told of them: they are shown once all is there, since part of it would be another story. */
  asked: Parameters<typeof QueryPending>[0]['queries']
}

/** What happened, newest first, of what is given in any order. */
export function TimelineCard({ happened, most, asked }: TimelineCardProps) {
  const { t, dayTime } = useI18n()
  const shown = happened.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, most)
  return (
    <section className="card" aria-labelledby="happened">
      <header>
        <h2 id="happened">{t('timeline.title')}</h2>
      </header>
      {asked.some(({ data }) => data === undefined) ? (
        <QueryPending queries={asked} />
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
