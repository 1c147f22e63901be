import { emailErrorOf } from '@handrail/core/contract'
import { Send } from 'lucide-react'
import { useFault } from '../../../api/fault.ts'
import type { Item } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { Fault, QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { SettingsPage } from '../page.tsx'

const EVERY_MS = 1000

/** The page of the mail server, the sender and a test. */
export function EmailPage() {
  const { t } = useI18n()
  const { workspace } = useWorkspace()
  const query = useOperation('getMailSettings', {})
  return (
    <SettingsPage title={t('settings.email.title')} lead={t('settings.email.lead')}>
      <QueryView query={query}>
        {({ data: { sends_mail, from } }) => (
          <div className="stack">
            <section className="card" aria-labelledby="sender">
              <header>
                <h2 id="sender">{t('settings.email.sender')}</h2>
              </header>
              <div className="pad all stack">
                <dl className="kv">
                  <dt>{t('settings.email.server')}</dt>
                  <dd>{t(sends_mail ? 'settings.email.has_server' : 'settings.email.no_server')}</dd>
                  <dt>{t('settings.email.from')}</dt>
                  <dd>{from ?? '–'}</dd>
                  <dt>{t('settings.general.sender_name')}</dt>
                  <dd>{workspace.sender_name ?? workspace.name}</dd>
                  <dt>{t('settings.general.reply_to')}</dt>
                  <dd>{workspace.reply_to ?? '–'}</dd>
                </dl>
                <p>
                  <Link className="link" to="/settings">
                    {t('settings.email.change')}
                  </Link>
                </p>
                {!sends_mail && <p className="note">{t('settings.email.how_to')}</p>}
              </div>
            </section>
            {sends_mail && <Test />}
          </div>
        )}
      </QueryView>
    </SettingsPage>
  )
}

/** Sends a test mail, and shows the answer of the mail server. */
function Test() {
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
        <h2 id="test">{t('settings.email.test')}</h2>
      </header>
      <div className="pad all stack">
        <p>{t('settings.email.test_text', { address: account.email })}</p>
        {fault && <Fault fault={fault} />}
        {email && <Outcome email={email} />}
        <div>
          <Button look="main" busy={send.isPending} onClick={() => send.mutate({})}>
            <Send className="icon" aria-hidden />
            {t('settings.email.send_test')}
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
  const known = error === null ? undefined : emailErrorOf(error)
  if (status === 'sent')
    return (
      <p className="good" role="status">
        {t('settings.email.sent', { address: recipient })}
      </p>
    )
  if (error === null)
    return (
      <p className="soft" role="status">
        {t('settings.email.sending')}
      </p>
    )
  return (
    <div className="note bad" role="alert">
      <div>
        <b>{t('settings.email.not_sent')}</b>{' '}
        {known ? `${t(`outbox.error.${known.reason}`, { detail: known.detail })}.` : <span lang="en">{error}.</span>}
        {status === 'waiting' && ` ${t('settings.email.tried_again')}`}
      </div>
    </div>
  )
}
