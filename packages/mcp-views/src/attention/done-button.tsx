import { useState } from 'preact/hooks'
import { useShown, useWords } from '../app/shown.ts'
import { Button } from '../parts/button.tsx'
import { ATTENTION } from './words.ts'

interface DoneButtonProps {
  enrollment_id: string
  step_id: string
  title: string
  onDone(): void
  onFailure(failure: string): void
}

/** Marks a step of the team as done. */
export function DoneButton({ enrollment_id, step_id, title, onDone, onFailure }: DoneButtonProps) {
  const { host, common } = useShown()
  const words = useWords(ATTENTION)
  const [isBusy, setBusy] = useState(false)
  const complete = async () => {
    setBusy(true)
    const answer = await host.call('update_enrollment_step', { id: enrollment_id, step_id, done: true })
    setBusy(false)
    if ('failure' in answer) return onFailure(answer.failure || common.failed)
    host.tell(`The user marked the step ${step_id} of the enrollment ${enrollment_id} as done.`)
    onDone()
  }
  return (
    <Button label={words.done_name(title)} busy={isBusy} onClick={complete}>
      {words.done}
    </Button>
  )
}
