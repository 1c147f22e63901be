import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useShown, useWords } from '../app/shown.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import type { OpenStep } from './records.ts'
import { ENROLLMENT } from './words.ts'

interface ChangeStepProps {
  enrollment_id: string
  step: OpenStep
  onDone(told: string): void
  onCancel(): void
}

/** The date of a step, and whether it is done. The host asks the person before the tool runs, where it does so. */
export function ChangeStep({ enrollment_id, step, onDone, onCancel }: ChangeStepProps) {
  const { host, common, refresh } = useShown()
  const words = useWords(ENROLLMENT)
  const [day, setDay] = useState(step.due_on ?? '')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => field.current?.focus(), [])

  const change = async (changes: { due_on: string | null } | { done: true }, told: string) => {
    setBusy(true)
    const answer = await host.call('update_enrollment_step', { id: enrollment_id, step_id: step.id, ...changes })
    setBusy(false)
    if ('failure' in answer) return setFailure(answer.failure || common.failed)
    host.tell(`The user changed the step ${step.id} of the enrollment ${enrollment_id}: ${JSON.stringify(changes)}.`)
    await refresh()
    onDone(told)
  }
  const save = () => {
    if (!DAY.test(day)) return field.current?.focus()
    return change({ due_on: day }, words.date_changed)
  }
  return (
    <div className="panel">
      <label htmlFor={id}>{words.date}</label>
      <input id={id} ref={field} type="date" value={day} onInput={({ currentTarget }) => setDay(currentTarget.value)} />
      {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
      <div className="row wrap">
        <Button kind="main" onClick={save} busy={isBusy}>
          {words.save_date}
        </Button>
        {step.due_on !== null && (
          <Button onClick={() => change({ due_on: null }, words.date_changed)} busy={isBusy}>
            {words.no_date}
          </Button>
        )}
        {step.state !== 'closed' && (
          <Button onClick={() => change({ done: true }, words.step_done)} busy={isBusy}>
            {words.mark_done}
          </Button>
        )}
        <span className="grow" />
        <Button kind="quiet" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </div>
  )
}

export const DAY = /^\d{4}-\d{2}-\d{2}$/
