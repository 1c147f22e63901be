import { useOperation } from '../../../api/use-operation.ts'
import { QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { KeptMail } from '../../outbox/kept-mail.tsx'
import { SettingsPage } from '../page.tsx'
import { DailyMailCard } from './daily-mail.tsx'
import { ServerCard } from './server.tsx'
import { TestCard } from './test.tsx'

/** The page of the mail server, the sender and a test. */
export function EmailPage() {
  const { t } = useI18n()
  const { workspace } = useWorkspace()
  const settings = useOperation('getMailSettings', {})
  const server = useOperation('getMailServer', {})
  return (
    <SettingsPage title={t('settings.email.title')} lead={t('mail_server.page.lead')}>
      <div className="stack">
        <KeptMail />
        <QueryView query={server}>
          {({ data }) => <ServerCard key={`${data.source} ${data.read_only}`} server={data} />}
        </QueryView>
        {settings.data?.data.sends_mail && <TestCard />}
        <section className="card" aria-labelledby="sender">
          <header>
            <h2 id="sender">{t('mail_server.page.sender')}</h2>
          </header>
          <div className="pad all stack">
            <dl className="kv">
              <dt>{t('mail_server.page.from')}</dt>
              <dd>{settings.data?.data.from ?? '–'}</dd>
              <dt>{t('settings.general.sender_name')}</dt>
              <dd>{workspace.sender_name ?? workspace.name}</dd>
              <dt>{t('settings.general.reply_to')}</dt>
              <dd>{workspace.reply_to ?? '–'}</dd>
            </dl>
            {settings.data?.data.receives_replies && <p>{t('mail_server.page.replies')}</p>}
            <p className="row wrap">
              <Link className="link" to="/settings">
                {t('mail_server.page.change')}
              </Link>
              <Link className="link" to="/settings/mail-texts">
                {t('mail_server.page.texts')}
              </Link>
            </p>
          </div>
        </section>
        <DailyMailCard />
      </div>
    </SettingsPage>
  )
}
