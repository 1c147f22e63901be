import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useShown } from '../app/shown.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** As much as `answer_message` takes. */
const MAX = 5000

interface ReplyProps {
  enrollment_id: string
  onDone(): void
  onCancel(): void
}

/** A message to the contact, in the words of the person. */
export function Reply({ enrollment_id, onDone, onCancel }: ReplyProps) {
  const { host, common } = useShown()
  const [body, setBody] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  useEffect(() => area.current?.focus(), [])

  const send = async () => {
    if (body.trim() === '') return area.current?.focus()
    setBusy(true)
    const answer = await host.call('answer_message', { id: enrollment_id, body })
    setBusy(false)
    if ('failure' in answer) return setFailure(answer.failure || common.failed)
    host.tell(`The user answered the contact of the enrollment ${enrollment_id}.`)
    onDone()
  }
  return (
    <div className="panel">
      <label htmlFor={id}>{common.your_answer}</label>
      <textarea
        id={id}
        ref={area}
        rows={4}
        maxLength={MAX}
        value={body}
        onInput={({ currentTarget }) => setBody(currentTarget.value)}
      />
      {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
      <div className="row">
        <Button kind="main" onClick={send} busy={isBusy}>
          {common.send}
        </Button>
        <span className="grow" />
        <Button kind="quiet" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </div>
  )
}
