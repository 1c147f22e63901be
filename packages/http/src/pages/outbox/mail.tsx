import type { getEmail } from '@handrail/core'
import type { z } from 'zod'
import { ErrorSummary } from '../layout/fields.tsx'
import { CopyButton, Form, Link } from '../layout/layout.tsx'
import { dayAndTime } from '../layout/time.ts'
import type { Problem } from '../visit/problem.ts'
import { KIND_NAMES, STATUS_NAMES } from './names.ts'

type Detail = z.output<typeof getEmail.output>['data']

interface MailProps {
  email: Detail
  /** The id of its workspace. */
  workspace: string
  problem: Problem | undefined
  canSend: boolean
  /** Whether the instance sends mail. */
  sends: boolean
}

/** One mail: what became of it, its link, its text. */
export function Mail({ email, workspace, problem, canSend, sends }: MailProps) {
  const { id, subject, recipient, recipient_name, kind, status, error, link, text, sent_at, next_attempt_at } = email
  return (
    <>
      <h1>{subject}</h1>
      <p class="soft">
        {KIND_NAMES[kind]} to {recipient_name} ({recipient}). <span class="badge">{STATUS_NAMES[status]}</span>
      </p>
      <ErrorSummary problem={problem} labels={{ status: 'The mail', contact_id: 'The contact' }} />
      <section aria-labelledby="state">
        <h2 id="state">What became of it</h2>
        {sent_at !== null && <p>The mail server took it at {dayAndTime(sent_at)}.</p>}
        {status === 'kept' && <p>It is not sent: this instance has no mail server. Copy the link, and pass it on.</p>}
        {next_attempt_at !== null && <p>It goes out at {dayAndTime(next_attempt_at)}, or a little later.</p>}
        {error !== null && <p>{error}.</p>}
        {link !== null && (
          <p class="copied" data-copy>
            <code>{link}</code> <CopyButton what="the link" />
          </p>
        )}
        {canSend && sends && (
          <Form action="/outbox">
            <input type="hidden" name="workspace" value={workspace} />
            <input type="hidden" name="id" value={id} />
            <button type="submit" class="quiet">
              {status === 'sent' ? 'Send it once more' : 'Send it now'}
            </button>
          </Form>
        )}
      </section>
      <section aria-labelledby="text">
        <h2 id="text">What it says</h2>
        <pre class="letter">{text}</pre>
      </section>
      <p>
        <Link to={`/outbox?workspace=${workspace}`}>Back to the outbox</Link>
      </p>
    </>
  )
}
