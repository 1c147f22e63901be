import { DatabaseBackup } from 'lucide-react'
import type { Data } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { CopyButton } from '../../../components/copy.tsx'
import { Empty, QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { SettingsPage } from '../page.tsx'

const COMMAND = 'handrail backup /backups'

/** When the last backup was made, and how one is. None can be fetched here: it holds all workspaces, and what opens them. */
export function BackupsPage() {
  const { t } = useI18n()
  const query = useOperation('listBackups', {})
  return (
    <SettingsPage title={t('settings.backups.title')} lead={t('settings.backups.lead')}>
      <QueryView query={query}>
        {({ data: { engine, backups } }) => (
          <div className="stack">
            {engine === 'postgres' && <p className="note">{t('settings.backups.postgres')}</p>}
            <OwnBackups backups={backups} />
            <section className="card" aria-labelledby="why">
              <header>
                <h2 id="why">{t('settings.backups.own_data')}</h2>
              </header>
              <div className="pad all stack">
                <p>{t('settings.backups.no_download')}</p>
                <p>
                  <Link className="link" to="/settings/export">
                    {t('exports.title')}
                  </Link>
                </p>
              </div>
            </section>
          </div>
        )}
      </QueryView>
    </SettingsPage>
  )
}

function OwnBackups({ backups }: { backups: Data<'listBackups'>['backups'] }) {
  const { t, dayTime } = useI18n()
  return (
    <>
      <section className="card" aria-labelledby="backups">
        <header>
          <h2 id="backups">{t('settings.backups.last')}</h2>
        </header>
        {backups.length === 0 ? (
          <Empty icon={DatabaseBackup} title={t('settings.backups.none')}>
            {t('settings.backups.none_text')}
          </Empty>
        ) : (
          <ul className="rows">
            {backups.map(({ file, at }) => (
              <li key={`${at} ${file}`}>
                <code className="mono grow">{file}</code>
                <span className="soft num">{dayTime(at)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="card" aria-labelledby="command">
        <header>
          <h2 id="command">{t('settings.backups.how')}</h2>
        </header>
        <div className="pad all stack">
          <p>{t('settings.backups.how_text')}</p>
          <div className="row wrap">
            <code className="code">{COMMAND}</code>
            <CopyButton text={COMMAND} />
          </div>
          <p className="soft">{t('settings.backups.key')}</p>
        </div>
      </section>
    </>
  )
}
