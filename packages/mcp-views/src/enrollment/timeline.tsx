import { useState } from 'preact/hooks'
import { useShown, useWords } from '../app/shown.ts'
import { Button } from '../parts/button.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { Given, Quoted } from '../parts/person.tsx'
import { timeText } from '../words/dates.ts'
import type { Happened, History } from './records.ts'
import { ENROLLMENT } from './words.ts'

/** What happened, the latest first. */
export function Timeline({ history }: { history: History['data'] }) {
  const { host, common } = useShown()
  const words = useWords(ENROLLMENT)
  const [older, setOlder] = useState<{ of: History['data']; happened: Happened[]; earlier: number }>()
  const [failure, setFailure] = useState<string>()
  // Fresh data replaces what was asked for before.
  const own = older?.of === history ? older : undefined
  const happened = [...(own?.happened ?? []), ...history.happened]
  const earlier = own?.earlier ?? history.earlier

  const showEarlier = async () => {
    const answer = await host.call<History>('get_enrollment_timeline', {
      ...{ id: history.enrollment_id, before: happened[0]?.at },
    })
    if ('failure' in answer) return setFailure(answer.failure || common.failed)
    const { data } = answer.value
    setOlder({ of: history, happened: [...data.happened, ...(own?.happened ?? [])], earlier: data.earlier })
  }
  return (
    <div className="part">
      <h3>{words.happened}</h3>
      {happened.length === 0 && <p className="soft">{words.empty}</p>}
      <ol className="timeline">
        {happened.toReversed().map((one) => (
          <Entry key={`${one.at} ${one.what} ${one.step}`} happened={one} />
        ))}
      </ol>
      {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
      {earlier > 0 && host.calls && <Button onClick={showEarlier}>{words.earlier(earlier)}</Button>}
    </div>
  )
}

const ICONS: Partial<Record<Happened['what'], IconName>> = {
  step_done: 'done',
  question: 'message',
  stuck: 'late',
  answer: 'message',
  submitted: 'review',
  accepted: 'done',
  changes_requested: 'changed',
  approved: 'done',
  approval_refused: 'late',
  completed: 'done',
}

function Entry({ happened: { at, what, step, who, said, answers, text } }: { happened: Happened }) {
  const { place, common } = useShown()
  const words = useWords(ENROLLMENT)
  return (
    <li className="row top">
      <Icon name={ICONS[what] ?? 'clock'} />
      <div className="grow">
        <p className="clamp">
          <b>{words.what[what]}</b> {step !== undefined && <Given text={step} />}{' '}
          {who !== undefined && <Given className="soft" text={who} />}
        </p>
        {said && (
          <p className="quote whole" title={common.customer}>
            <Quoted text={said.text} />
          </p>
        )}
        {text !== undefined && (
          <p className="quote whole">
            <Given text={text} />
          </p>
        )}
        {answers && (
          <details>
            <summary>{words.answers(answers.length)}</summary>
            <dl>
              {answers.map(({ question, answer }) => (
                <div key={question}>
                  <dt className="soft">
                    <Given text={question} />
                  </dt>
                  <dd title={common.customer}>
                    <Given text={answer.text} />
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
      <time className="soft small" dateTime={at}>
        {timeText(place, at)}
      </time>
    </li>
  )
}
