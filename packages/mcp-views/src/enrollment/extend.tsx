import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useShown, useWords } from '../app/shown.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { DAY } from './change-step.tsx'
import { ENROLLMENT } from './words.ts'

const DAY_MS = 86_400_000
/** What is proposed: four weeks from now, or from the end of the link if that is to come. */
const PROPOSED_DAYS = 28

interface ExtendProps {
  enrollment_id: string
  expires_at: string | null
  isExpired: boolean
  onDone(): void
  onCancel(): void
}

/** Until when the link opens the guide. An enrollment that has expired is opened again. */
export function Extend({ enrollment_id, expires_at, isExpired, onDone, onCancel }: ExtendProps) {
  const { host, common } = useShown()
  const words = useWords(ENROLLMENT)
  const from = Math.max(Date.now(), Date.parse(expires_at ?? '') || 0)
  const [day, setDay] = useState(() => new Date(from + PROPOSED_DAYS * DAY_MS).toISOString().slice(0, 10))
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => field.current?.focus(), [])

  const extend = async () => {
    if (!DAY.test(day)) return field.current?.focus()
    setBusy(true)
    const answer = await host.call('update_enrollment', {
      ...{ id: enrollment_id, expires_at: `${day}T23:59:59.000Z` },
      ...(isExpired && { status: 'in_progress' }),
    })
    setBusy(false)
    if ('failure' in answer) return setFailure(answer.failure || common.failed)
    host.tell(`The user extended the enrollment ${enrollment_id} to ${day}.`)
    onDone()
  }
  return (
    <div className="panel">
      <label htmlFor={id}>{words.open_until}</label>
      <input
        id={id}
        ref={field}
        type="date"
        min={new Date().toISOString().slice(0, 10)}
        value={day}
        onInput={({ currentTarget }) => setDay(currentTarget.value)}
      />
      {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
      <div className="row wrap">
        <Button kind="main" onClick={extend} busy={isBusy}>
          {isExpired ? words.reopen : words.extend}
        </Button>
        <span className="grow" />
        <Button kind="quiet" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </div>
  )
}
