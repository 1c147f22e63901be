import { LogIn } from 'lucide-react'
import { useEffect } from 'react'
import { announceSignIn } from '../api/session.ts'
import { Empty } from '../components/query-view.tsx'
import { useI18n } from '../i18n/i18n.ts'

/** The page after signing in for a window that waits. It closes itself if the browser lets it. */
export function SignedIn() {
  const { t } = useI18n()
  useEffect(() => {
    announceSignIn()
    window.close()
  }, [])
  return (
    <main id="main" className="main">
      <Empty icon={LogIn} title={t('frame.signed_in')} isPage>
        {t('frame.signed_in_text')}
      </Empty>
    </main>
  )
}
