import { useI18n } from '../../i18n/i18n.ts'
import { InboxList } from './inbox-list.tsx'
import './inbox.css'

/** The inbox as a page: on a phone, and by its address. */
export function InboxPage() {
  const { t } = useI18n()
  return (
    <>
      <div className="head">
        <h1>{t('nav.inbox')}</h1>
      </div>
      <div className="card inbox-card">
        <InboxList />
      </div>
    </>
  )
}
