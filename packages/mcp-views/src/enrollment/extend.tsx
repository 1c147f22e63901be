import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useShown, useWords } from '../app/shown.ts'
import { useCall } from '../app/use-call.ts'
import { Button } from '../parts/button.tsx'
import { PanelButtons } from '../parts/panel-buttons.tsx'
import { dayOf, endOfDay } from '../words/dates.ts'
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
  const { host, place } = useShown()
  const words = useWords(ENROLLMENT)
  const from = Math.max(Date.now(), Date.parse(expires_at ?? '') || 0)
  const [day, setDay] = useState(() => dayOf(place, from + PROPOSED_DAYS * DAY_MS))
  const { call, isBusy, failure } = useCall()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useLayoutEffect(() => field.current?.focus(), [])

  const extend = async () => {
    if (!DAY.test(day)) return field.current?.focus()
    const changes = { expires_at: endOfDay(place, day), ...(isExpired && { status: 'in_progress' }) }
    if (await call('update_enrollment', { id: enrollment_id, ...changes })) return
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
        min={dayOf(place, Date.now())}
        value={day}
        onInput={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <PanelButtons failure={failure} onCancel={onCancel}>
        <Button kind="main" onClick={extend} busy={isBusy}>
          {isExpired ? words.reopen : words.extend}
        </Button>
      </PanelButtons>
    </div>
  )
}
