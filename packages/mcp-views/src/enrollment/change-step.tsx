import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useShown, useWords } from '../app/shown.ts'
import { useCall } from '../app/use-call.ts'
import { Button } from '../parts/button.tsx'
import { PanelButtons } from '../parts/panel-buttons.tsx'
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
  const { host, refresh } = useShown()
  const words = useWords(ENROLLMENT)
  const [day, setDay] = useState(step.due_on ?? '')
  const { call, isBusy, failure } = useCall()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useLayoutEffect(() => field.current?.focus(), [])

  const change = async (changes: { due_on: string | null } | { done: true }, told: string) => {
    if (await call('update_enrollment_step', { id: enrollment_id, step_id: step.id, ...changes })) return
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
      <PanelButtons failure={failure} onCancel={onCancel}>
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
      </PanelButtons>
    </div>
  )
}

export const DAY = /^\d{4}-\d{2}-\d{2}$/
