import { Download } from 'lucide-react'
import { useDownload } from '../../../api/files.ts'
import { Button } from '../../../components/button.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { SettingsPage } from '../page.tsx'

/** The whole workspace as one file. */
export function ExportPage() {
  const { t } = useI18n()
  const download = useDownload()
  return (
    <SettingsPage title={t('exports.title')} lead={t('exports.lead')}>
      <section className="card" aria-labelledby="whole">
        <header>
          <h2 id="whole">{t('exports.whole')}</h2>
        </header>
        <div className="pad stack">
          <p className="soft">{t('exports.whole_text')}</p>
          <p>{t('exports.keep')}</p>
          <div>
            <Button look="main" onClick={() => void download({ what: 'workspace' })}>
              <Download className="icon" aria-hidden />
              {t('exports.whole_action')}
            </Button>
          </div>
        </div>
      </section>
    </SettingsPage>
  )
}
