import { useState } from 'react'
import { type Email, EmailHead, EmailStatus } from './email.tsx'
import { EmailDialog } from './email-dialog.tsx'

/** The few mails of one enrollment; each can be read, and sent again. */
export function EmailRows({ emails }: { emails: readonly Email[] }) {
  const [open, setOpen] = useState<Email>()
  return (
    <>
      <ul className="rows">
        {emails.map((email) => (
          <li key={email.id}>
            <div className="grow">
              <EmailHead email={email} onOpen={setOpen} />
            </div>
            <EmailStatus status={email.status} />
          </li>
        ))}
      </ul>
      {open && <EmailDialog email={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
