import { Send } from 'lucide-react'
import { useFault } from '../../../api/fault.ts'
import type { Item } from '../../../api/operations.ts'
import { useAct, useAnswer } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { Answered, Fault } from '../../../components/query-view.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { useHere } from '../../../workspace/workspace.ts'
import { SettingsPage } from '../page.tsx'

const EVERY_MS = 1000

/** Whether mail goes out, who it is from, and a test of it. */
export function EmailPage() {
  const { say } = useWords()
  const { workspace } = useHere()
  const query = useAnswer('getMailSettings', {})
  return (
    <SettingsPage title={say('settings.email.title')} lead={say('settings.email.lead')}>
      <Answered query={query}>
        {({ data: { sends_mail, from } }) => (
          <div className="stack">
            <section className="card" aria-labelledby="sender">
              <header>
                <h2 id="sender">{say('settings.email.sender')}</h2>
              </header>
              <div className="pad all stack">
                <dl className="kv">
                  <dt>{say('settings.email.server')}</dt>
                  <dd>{say(sends_mail ? 'settings.email.has_server' : 'settings.email.no_server')}</dd>
                  <dt>{say('settings.email.from')}</dt>
                  <dd>{from ?? '–'}</dd>
                  <dt>{say('settings.general.sender_name')}</dt>
                  <dd>{workspace.sender_name ?? workspace.name}</dd>
                  <dt>{say('settings.general.reply_to')}</dt>
                  <dd>{workspace.reply_to ?? '–'}</dd>
                </dl>
                <p>
                  <Link className="link" to="/settings">
                    {say('settings.email.change')}
                  </Link>
                </p>
                {!sends_mail && <p className="note">{say('settings.email.how_to')}</p>}
              </div>
            </section>
            {sends_mail && <Test />}
          </div>
        )}
      </Answered>
    </SettingsPage>
  )
}

/** A mail to oneself, and what the mail server said of it. */
function Test() {
  const { say } = useWords()
  const { account } = useHere()
  const send = useAct('sendTestEmail', { shown: true })
  const fault = useFault(send.error)
  const sent = send.data?.data
  const query = useAnswer(
    'listEmails',
    { kind: 'test', per_page: 20 },
    { enabled: sent !== undefined, every: (answer) => (isOver(newestOf(answer, sent?.id)) ? false : EVERY_MS) },
  )
  const email = newestOf(query.data, sent?.id) ?? sent
  return (
    <section className="card" aria-labelledby="test">
      <header>
        <h2 id="test">{say('settings.email.test')}</h2>
      </header>
      <div className="pad all stack">
        <p>{say('settings.email.test_text', { address: account.email })}</p>
        {fault && <Fault fault={fault} />}
        {email && <Outcome email={email} />}
        <div>
          <Button look="main" busy={send.isPending} onClick={() => send.mutate({})}>
            <Send className="icon" aria-hidden />
            {say('settings.email.send_test')}
          </Button>
        </div>
      </div>
    </section>
  )
}

type Email = Item<'listEmails'>

function newestOf(answer: { data: Email[] } | undefined, id: string | undefined): Email | undefined {
  return answer?.data.find((email) => email.id === id)
}

/** What is put off is tried again, but the sentence that the mail server said is there. */
function isOver(email: Email | undefined): boolean {
  return email !== undefined && (email.status !== 'waiting' || email.error !== null)
}

function Outcome({ email: { status, error, recipient } }: { email: Email }) {
  const { say } = useWords()
  if (status === 'sent')
    return (
      <p className="good" role="status">
        {say('settings.email.sent', { address: recipient })}
      </p>
    )
  if (error === null)
    return (
      <p className="soft" role="status">
        {say('settings.email.sending')}
      </p>
    )
  return (
    <div className="note bad" role="alert">
      <div>
        <b>{say('settings.email.not_sent')}</b> <span lang="en">{error}.</span>
        {status === 'waiting' && ` ${say('settings.email.tried_again')}`}
      </div>
    </div>
  )
}
