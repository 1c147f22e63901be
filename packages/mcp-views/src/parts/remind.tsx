import type { OutputOf, operations } from '@handrail/core'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useShown } from '../app/shown.ts'
import { usePreviewed } from '../app/use-previewed.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Notice } from './notice.tsx'
import { PanelButtons } from './panel-buttons.tsx'
import { Given } from './person.tsx'
import { Scrollable } from './scrollable.tsx'

type Reminders = OutputOf<typeof operations.sendReminders>['data']

interface RemindProps {
  enrollment_id: string
  name: string
  guide: string
  onDone(): void
  onCancel(): void
}

/** Shows who would be reminded, and sends the mail once the person has agreed. */
export function Remind({ enrollment_id, name, guide, onDone, onCancel }: RemindProps) {
  const { host, common } = useShown()
  const { state, ask, confirm } = usePreviewed<Reminders>('send_reminders', { ids: [enrollment_id] }, isDone)
  const main = useRef<HTMLButtonElement>(null)
  // Once: the panel opens to ask.
  useEffect(() => void ask(), [])
  useLayoutEffect(() => {
    if (state.step === 'preview') main.current?.focus()
    if (state.step !== 'done') return
    host.tell(`The user sent a reminder for the enrollment ${enrollment_id}.`)
    onDone()
  }, [state.step])

  const refused = 'data' in state ? state.data.left[0]?.reason : undefined
  return (
    <div className="panel">
      <h3>
        <Given text={common.remind_title(name)} />
      </h3>
      {state.step === 'asking' && <p role="status">{common.loading}</p>}
      {state.step === 'failed' && <Notice kind="bad">{state.failure}</Notice>}
      {refused && <Notice kind="warn">{common.left[refused]}</Notice>}
      {!refused && (state.step === 'preview' || state.step === 'doing') && (
        <>
          <p className="soft">
            <Given text={common.remind_about(guide)} />
          </p>
          {state.data.first_mail && <Mail mail={state.data.first_mail} />}
        </>
      )}
      <PanelButtons onCancel={onCancel}>
        {!refused && (state.step === 'preview' || state.step === 'doing') && (
          <Button kind="main" onClick={confirm} busy={state.step === 'doing'} buttonRef={main}>
            <Icon name="bell" />
            {common.send_reminder}
          </Button>
        )}
      </PanelButtons>
    </div>
  )
}

/** What the contact would read. Texts of the workspace and names stay text. */
function Mail({ mail: { subject, text } }: { mail: NonNullable<Reminders['first_mail']> }) {
  const { common } = useShown()
  return (
    <section className="mail" aria-label={common.mail}>
      <p className="clamp strong">
        <Given text={subject} />
      </p>
      <Scrollable label={common.mail_text}>
        <Given text={text} />
      </Scrollable>
    </section>
  )
}

function isDone({ done }: Reminders): boolean {
  return done
}
