import { useState } from 'react'
import { useMay } from '../app/workspace.ts'
import { useAct, useAnswer } from '../door/hooks.ts'
import type { Item } from '../door/operations.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Answered } from '../parts/states.tsx'
import { toasts } from '../parts/toast.tsx'
import { useWords } from '../words/words.ts'

type Email = Item<'listEmails'>
const LOOKS = {
  waiting: 'chip',
  sent: 'chip good',
  failed: 'chip bad',
  kept: 'chip warn',
  skipped: 'chip line',
} as const

/** Mail with what became of it; each can be read, and sent again. */
export function EmailRows({ emails }: { emails: readonly Email[] }) {
  const { say, dayTime } = useWords()
  const [open, setOpen] = useState<Email>()
  return (
    <>
      <ul className="rows">
        {emails.map((email) => (
          <li key={email.id}>
            <div className="grow">
              <button type="button" className="link" onClick={() => setOpen(email)}>
                {email.subject}
              </button>
              <small>
                {say('outbox.to', { name: email.recipient_name.trim() || email.recipient })},{' '}
                {dayTime(email.sent_at ?? email.created_at)}
              </small>
              {email.error && <small className="bad">{email.error}</small>}
            </div>
            <span className={LOOKS[email.status]}>{say(`outbox.status.${email.status}`)}</span>
          </li>
        ))}
      </ul>
      {open && <EmailDialog email={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function EmailDialog({ email, onClose }: { email: Email; onClose(): void }) {
  const { say } = useWords()
  const may = useMay('enrollments:write')
  const query = useAnswer('getEmail', { id: email.id })
  const send = useAct('resendEmail', {
    onSuccess() {
      toasts.show(say('outbox.sent_again'))
      onClose()
    },
  })
  return (
    <Dialog title={email.subject} onClose={onClose}>
      <div className="body">
        <Answered query={query}>
          {({ data: { text, link } }) => (
            <>
              <p className="soft">{say('outbox.to', { name: email.recipient })}</p>
              <div className="code">{text}</div>
              {link && (
                <div>
                  <CopyButton text={link} label={say('enrollment.copy_link')} />
                </div>
              )}
            </>
          )}
        </Answered>
      </div>
      <div className="foot">
        {may && (
          <Button busy={send.isPending} onClick={() => send.mutate({ id: email.id })}>
            {say('outbox.send_again')}
          </Button>
        )}
        <Button look="main" onClick={onClose}>
          {say('common.done')}
        </Button>
      </div>
    </Dialog>
  )
}
