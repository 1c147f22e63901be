import { Download } from 'lucide-react'
import { useDownload } from '../../../api/files.ts'
import { Button } from '../../../components/button.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { SettingsPage } from '../page.tsx'

/** The whole workspace as one file. */
export function ExportPage() {
  const { say } = useWords()
  const download = useDownload()
  return (
    <SettingsPage title={say('exports.title')} lead={say('exports.lead')}>
      <section className="card" aria-labelledby="whole">
        <header>
          <h2 id="whole">{say('exports.whole')}</h2>
        </header>
        <div className="pad stack">
          <p className="soft">{say('exports.whole_text')}</p>
          <p>{say('exports.keep')}</p>
          <div>
            <Button look="main" onClick={() => void download({ what: 'workspace' })}>
              <Download className="icon" aria-hidden />
              {say('exports.whole_action')}
            </Button>
          </div>
        </div>
      </section>
    </SettingsPage>
  )
}
