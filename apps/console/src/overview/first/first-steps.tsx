import { Circle, CircleCheck } from 'lucide-react'
import { Link } from '../app/link.tsx'
import { useHere } from '../app/workspace.ts'
import type { Data } from '../door/operations.ts'
import { useWords } from '../words/words.ts'

/** What to do first, one after the other; the first that is open is explained. */
export function FirstSteps({ overview }: { overview: Data<'getOverview'> }) {
  const { say } = useWords()
  const { rights } = useHere()
  const steps = [
    { key: 'guide', done: overview.guides > 0, to: '/guides', right: 'guides:write' },
    { key: 'publish', done: overview.published_guides > 0, to: '/guides', right: 'guides:write' },
    { key: 'contact', done: overview.contacts > 0, to: '/contacts', right: 'contacts:write' },
    { key: 'enroll', done: overview.enrollments > 0, to: '/enrollments', right: 'enrollments:write' },
    { key: 'complete', done: overview.ever_completed > 0, to: '/enrollments', right: 'enrollments:read' },
  ] as const
  const next = steps.find(({ done }) => !done)
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{say('first.title')}</h2>
        <span className="soft right">
          {say('first.done', { number: steps.filter(({ done }) => done).length, of: steps.length })}
        </span>
      </header>
      <ol className="rows">
        {steps.map(({ key, done, to, right }) => (
          <li key={key}>
            {done ? (
              <CircleCheck className="icon good" aria-label={say('first.is_done')} />
            ) : (
              <Circle className="icon soft" aria-hidden />
            )}
            <div className="grow">
              <b>{say(`first.${key}`)}</b>
              {key === next?.key && <small>{say(`first.${key}_text`)}</small>}
            </div>
            {key === next?.key && rights.has(right) && (
              <Link to={to} className="btn main">
                {say(`first.${key}_action`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
