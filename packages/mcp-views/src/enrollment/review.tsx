import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useShown, useWords } from '../app/shown.ts'
import { useCall } from '../app/use-call.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { PanelButtons } from '../parts/panel-buttons.tsx'
import { Given } from '../parts/person.tsx'
import { timeText } from '../words/dates.ts'
import type { Submission } from './records.ts'
import { ENROLLMENT } from './words.ts'

interface ReviewProps {
  enrollment_id: string
  onDone(): void
  onCancel(): void
}

/** What was sent to be reviewed, one at a time, with the decision of the person. */
export function Review({ enrollment_id, onDone, onCancel }: ReviewProps) {
  const { host, common } = useShown()
  const words = useWords(ENROLLMENT)
  const [waiting, setWaiting] = useState<Submission[]>()
  const [failure, setFailure] = useState<string>()
  const title = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    title.current?.focus()
    const read = async () => {
      const answer = await host.call<{ data: Submission[] }>('list_submissions', { id: enrollment_id })
      if ('failure' in answer) return setFailure(answer.failure || common.failed)
      setWaiting(answer.value.data.filter(({ status }) => status === 'submitted'))
    }
    void read()
  }, [host, enrollment_id, common])

  const submission = waiting?.[0]
  return (
    <div className="panel">
      <h3 ref={title} tabIndex={-1}>
        {words.review_title}
      </h3>
      {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
      {!waiting && failure === undefined && <p role="status">{common.loading}</p>}
      {waiting && !submission && <p role="status">{words.review_none}</p>}
      {submission ? (
        <Decision submission={submission} onDone={onDone} onCancel={onCancel} onFailure={setFailure} />
      ) : (
        <Button kind="quiet" onClick={onCancel}>
          {common.close}
        </Button>
      )}
    </div>
  )
}

type DecisionProps = Omit<ReviewProps, 'enrollment_id'> & {
  submission: Submission
  onFailure(failure: string): void
}

function Decision({ submission, onDone, onCancel, onFailure }: DecisionProps) {
  const { host } = useShown()
  const words = useWords(ENROLLMENT)
  const [note, setNote] = useState('')
  const { call, isBusy } = useCall()
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()

  const decide = async (decision: 'accept' | 'request_changes') => {
    if (decision === 'request_changes' && note.trim() === '') {
      onFailure(words.note_needed)
      return area.current?.focus()
    }
    const { enrollment_id, id: submission_id, revision } = submission
    const decided = { submission_id, revision, decision, ...(note.trim() !== '' && { note }) }
    const failure = await call('review_submission', { id: enrollment_id, ...decided })
    if (failure !== undefined) return onFailure(failure)
    host.tell(`The user reviewed the submission ${submission_id} of the enrollment ${enrollment_id}: ${decision}.`)
    onDone()
  }
  return (
    <>
      <Sent submission={submission} />
      <label htmlFor={id}>{words.note}</label>
      <textarea
        id={id}
        ref={area}
        rows={3}
        maxLength={5000}
        value={note}
        onInput={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <PanelButtons onCancel={onCancel}>
        <Button kind="main" onClick={() => decide('accept')} busy={isBusy}>
          {words.accept}
        </Button>
        <Button onClick={() => decide('request_changes')} busy={isBusy}>
          {words.request}
        </Button>
      </PanelButtons>
    </>
  )
}

/** What the customer sent: data, whatever it says. */
function Sent({ submission: { submitted_at, participant_name, answers, files, comment } }: { submission: Submission }) {
  const { place, common } = useShown()
  const words = useWords(ENROLLMENT)
  return (
    <div title={common.customer}>
      <p className="soft small">
        {words.sent(timeText(place, submitted_at))} {participant_name !== null && <Given text={participant_name} />}
      </p>
      <dl>
        {Object.entries(answers ?? {}).map(([name, answer]) => (
          <div key={name}>
            <dt className="soft">
              <Given text={name} />
            </dt>
            <dd>
              <Given text={typeof answer === 'string' ? answer : JSON.stringify(answer)} />
            </dd>
          </div>
        ))}
      </dl>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            <Given text={file.name} />
          </li>
        ))}
      </ul>
      {comment !== '' && (
        <p className="quote whole">
          <Given text={comment} />
        </p>
      )}
    </div>
  )
}
