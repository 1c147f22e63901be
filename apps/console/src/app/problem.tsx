import { Compass, TriangleAlert } from 'lucide-react'
import { BASE } from '../base-path.ts'
import { Button } from '../components/button.tsx'
import { Empty } from '../components/query-view.tsx'
import { useI18n } from '../i18n/i18n.ts'

/** The page for unknown addresses. */
export function NotFound() {
  const { t } = useI18n()
  const home = (
    <a className="btn main" href={`${BASE}/`}>
      {t('problem.home')}
    </a>
  )
  return (
    <Empty icon={Compass} title={t('problem.missing')} isPage actions={home}>
      {t('problem.missing_text')}
    </Empty>
  )
}

/** The page for an exception, or for a part of the console that could not be loaded. */
export function ErrorPage() {
  const { t } = useI18n()
  const again = (
    <Button look="main" onClick={() => window.location.reload()}>
      {t('problem.reload')}
    </Button>
  )
  return (
    <Empty icon={TriangleAlert} title={t('problem.crashed')} isPage actions={again}>
      {t('problem.crashed_text')}
    </Empty>
  )
}
