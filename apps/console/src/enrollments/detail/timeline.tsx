import { Check, Flag, type LucideIcon, Mail, MessageCircle, Play, UserPlus } from 'lucide-react'
import { useAnswer } from '../../door/hooks.ts'
import type { Data } from '../../door/operations.ts'
import { useWords } from '../../words/words.ts'

interface Happened {
  at: string
  icon: LucideIcon
  text: string
  good?: boolean
}

const MOST = 12

/** What happened, newest first. */
export function Timeline({ enrollment }: { enrollment: Data<'getEnrollment'> }) {
  const { say, dayTime } = useWords()
  const { id, created_at, started_at, completed_at } = enrollment
  const steps = useAnswer('getEnrollmentSteps', { id }).data?.data
  const emails = useAnswer('listEmails', { enrollment_id: id, per_page: MOST }).data?.data ?? []
  const messages = useAnswer('listMessages', { id, per_page: MOST }).data?.data ?? []
  const titles = new Map(steps?.sections.flatMap((section) => section.steps).map((step) => [step.id, step.title]))
  const happened: Happened[] = [
    { at: created_at, icon: UserPlus, text: say('timeline.enrolled') },
    ...(started_at ? [{ at: started_at, icon: Play, text: say('timeline.started') }] : []),
    ...(completed_at ? [{ at: completed_at, icon: Flag, text: say('timeline.completed'), good: true }] : []),
    ...(steps?.completions ?? []).map(({ step_id, completed_at: at, completed_by }) => ({
      at,
      icon: Check,
      good: true,
      text: say(completed_by === 'contact' || completed_by === null ? 'timeline.step' : 'timeline.step_marked', {
        step: titles.get(step_id) ?? say('timeline.gone_step'),
      }),
    })),
    ...emails.map(({ created_at: at, subject }) => ({ at, icon: Mail, text: subject })),
    ...messages.map(({ created_at: at, author_name }) => ({
      at,
      icon: MessageCircle,
      text: say('timeline.wrote', { name: author_name }),
    })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : -1))
  return (
    <section className="card" aria-labelledby="happened">
      <header>
        <h2 id="happened">{say('timeline.title')}</h2>
      </header>
      <ol className="pad tl">
        {happened.slice(0, MOST).map(({ at, icon: Icon, text, good }) => (
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
