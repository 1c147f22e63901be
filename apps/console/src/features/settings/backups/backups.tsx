import { DatabaseBackup } from 'lucide-react'
import type { Data } from '../../../api/operations.ts'
import { useAnswer } from '../../../api/use-operation.ts'
import { CopyButton } from '../../../components/copy.tsx'
import { Answered, Empty } from '../../../components/query-view.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { SettingsPage } from '../page.tsx'

const COMMAND = 'handrail backup /backups'

/** When the last backup was made, and how one is. None can be fetched here: it holds all workspaces, and what opens them. */
export function BackupsPage() {
  const { say } = useWords()
  const query = useAnswer('listBackups', {})
  return (
    <SettingsPage title={say('settings.backups.title')} lead={say('settings.backups.lead')}>
      <Answered query={query}>
        {({ data: { engine, backups } }) => (
          <div className="stack">
            {engine === 'sqlite' ? (
              <OwnBackups backups={backups} />
            ) : (
              <p className="note">{say('settings.backups.postgres')}</p>
            )}
            <section className="card" aria-labelledby="why">
              <header>
                <h2 id="why">{say('settings.backups.own_data')}</h2>
              </header>
              <div className="pad all stack">
                <p>{say('settings.backups.no_download')}</p>
                <p>
                  <Link className="link" to="/settings/export">
                    {say('exports.title')}
                  </Link>
                </p>
              </div>
            </section>
          </div>
        )}
      </Answered>
    </SettingsPage>
  )
}

function OwnBackups({ backups }: { backups: Data<'listBackups'>['backups'] }) {
  const { say, dayTime } = useWords()
  return (
    <>
      <section className="card" aria-labelledby="backups">
        <header>
          <h2 id="backups">{say('settings.backups.last')}</h2>
        </header>
        {backups.length === 0 ? (
          <Empty icon={DatabaseBackup} title={say('settings.backups.none')}>
            {say('settings.backups.none_text')}
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
          <h2 id="command">{say('settings.backups.how')}</h2>
        </header>
        <div className="pad all stack">
          <p>{say('settings.backups.how_text')}</p>
          <div className="row wrap">
            <code className="code">{COMMAND}</code>
            <CopyButton text={COMMAND} />
          </div>
          <p className="soft">{say('settings.backups.key')}</p>
        </div>
      </section>
    </>
  )
}
