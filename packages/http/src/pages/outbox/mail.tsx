import type { AppError, operations } from '@handrail/core'
import type { z } from 'zod'
import { CopyButton } from '../layout/copy-button.tsx'
import { ErrorSummary } from '../layout/fields.tsx'
import { Form, Link } from '../layout/links.tsx'
import { useWords } from '../layout/surroundings.ts'
import { dayAndTime } from '../layout/time.ts'
import { errorText, kindName, statusName } from './names.ts'

type Detail = z.output<typeof operations.getEmail.output>['data']

interface MailProps {
  email: Detail
  /** The id of its workspace. */
  workspace: string
  problem: AppError | undefined
  canSend: boolean
  /** Whether the instance sends mail. */
  sends: boolean
}

const LABELS = { status: 'outbox.the_mail', contact_id: 'outbox.the_contact' } as const

/** One mail: what became of it, its link, its text. */
export function Mail({ email, workspace, problem, canSend, sends }: MailProps) {
  const words = useWords()
  const { say } = words
  const { id, subject, recipient, recipient_name, kind, status, error, link, text, sent_at, next_attempt_at } = email
  return (
    <>
      <h1>{subject}</h1>
      <p class="soft">
        {say('outbox.to', { kind: kindName(words, kind), name: recipient_name, recipient })}{' '}
        <span class="badge">{statusName(words, status)}</span>
      </p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <section aria-labelledby="state">
        <h2 id="state">{say('outbox.state')}</h2>
        {sent_at !== null && <p>{say('outbox.taken', { time: dayAndTime(words, sent_at) })}</p>}
        {status === 'kept' && <p>{say('outbox.kept')}</p>}
        {next_attempt_at !== null && <p>{say('outbox.goes_out', { time: dayAndTime(words, next_attempt_at) })}</p>}
        {error !== null && <p>{errorText(words, error)}.</p>}
        {link !== null && (
          <p class="copied" data-copy>
            <code>{link}</code> <CopyButton what={say('frame.the_link')} />
          </p>
        )}
        {canSend && sends && (
          <Form action="/outbox">
            <input type="hidden" name="workspace" value={workspace} />
            <input type="hidden" name="id" value={id} />
            <button type="submit" class="quiet">
              {say(status === 'sent' ? 'outbox.send_again' : 'outbox.send_now')}
            </button>
          </Form>
        )}
      </section>
      <section aria-labelledby="text">
        <h2 id="text">{say('outbox.text')}</h2>
        <pre class="letter">{text}</pre>
      </section>
      <p>
        <Link to={`/outbox?workspace=${workspace}`}>{say('outbox.back')}</Link>
      </p>
    </>
  )
}
