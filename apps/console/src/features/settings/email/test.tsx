import { Send } from 'lucide-react'
import { useFault } from '../../../api/fault.ts'
import type { Item } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { Fault } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { NotSent } from './outcome.tsx'

const EVERY_MS = 1000

/** Sends a test mail by the server in effect, and shows its answer. */
export function TestCard() {
  const { t } = useI18n()
  const { account } = useWorkspace()
  const send = useOperationMutation('sendTestEmail', { shown: true })
  const fault = useFault(send.error)
  const sent = send.data?.data
  const query = useOperation(
    'listEmails',
    { kind: 'test', per_page: 20 },
    { enabled: sent !== undefined, every: (answer) => (isOver(newestOf(answer, sent?.id)) ? false : EVERY_MS) },
  )
  const email = newestOf(query.data, sent?.id) ?? sent
  return (
    <section className="card" aria-labelledby="test">
      <header>
        <h2 id="test">{t('mail_server.page.test')}</h2>
      </header>
      <div className="pad all stack">
        <p>{t('mail_server.page.test_text', { address: account.email })}</p>
        {fault && <Fault fault={fault} />}
        {email && <Outcome email={email} />}
        <div>
          <Button busy={send.isPending} onClick={() => send.mutate({})}>
            <Send className="icon" aria-hidden />
            {t('mail_server.page.send_test')}
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

/** Whether the result of a test is known. Deferred mail is retried, but the mail server has given its reason. */
function isOver(email: Email | undefined): boolean {
  return email !== undefined && (email.status !== 'waiting' || email.error !== null)
}

function Outcome({ email: { status, error, recipient } }: { email: Email }) {
  const { t } = useI18n()
  if (status === 'sent')
    return (
      <p className="good" role="status">
        {t('mail_server.page.sent', { address: recipient })}
      </p>
    )
  if (error === null)
    return (
      <p className="soft" role="status">
        {t('mail_server.page.sending')}
      </p>
    )
  return <NotSent error={error} isRetried={status === 'waiting'} />
}
