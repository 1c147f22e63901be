import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useShown } from '../app/shown.ts'
import { useCall } from '../app/use-call.ts'
import { Button } from './button.tsx'
import { PanelButtons } from './panel-buttons.tsx'

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
  const { call, isBusy, failure } = useCall()
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  useLayoutEffect(() => area.current?.focus(), [])

  const send = async () => {
    if (body.trim() === '') return area.current?.focus()
    if (await call('answer_message', { id: enrollment_id, body })) return
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
      <PanelButtons failure={failure} onCancel={onCancel}>
        <Button kind="main" onClick={send} busy={isBusy}>
          {common.send}
        </Button>
      </PanelButtons>
    </div>
  )
}
