import { useShown, useWords } from '../app/shown.ts'
import { useCall } from '../app/use-call.ts'
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
  const { host } = useShown()
  const words = useWords(ATTENTION)
  const { call, isBusy } = useCall()
  const complete = async () => {
    const failure = await call('update_enrollment_step', { id: enrollment_id, step_id, done: true })
    if (failure !== undefined) return onFailure(failure)
    host.tell(`The user marked the step ${step_id} of the enrollment ${enrollment_id} as done.`)
    onDone()
  }
  return (
    <Button label={words.done_name(title)} busy={isBusy} onClick={complete}>
      {words.done}
    </Button>
  )
}
