import type { LucideIcon } from 'lucide-react'
import { useWords } from '../words/words.ts'

export interface Happened {
  at: string
  icon: LucideIcon
  text: string
  good?: boolean
}

/** What happened, newest first, of what is given in any order. */
export function Happenings({ happened, most }: { happened: readonly Happened[]; most: number }) {
  const { say, dayTime } = useWords()
  const shown = happened.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, most)
  return (
    <section className="card" aria-labelledby="happened">
      <header>
        <h2 id="happened">{say('timeline.title')}</h2>
      </header>
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
    </section>
  )
}
