import { Bell } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { OVERLAYS } from '../../components/overlays/part.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { InboxList } from './inbox-list.tsx'
import { UnreadBadge } from './unread.tsx'
import './inbox.css'

/** The button that opens the inbox over any page, in workspaces with plans. */
export function InboxBell() {
  return useWorkspace().workspace.uses_plans ? <OwnBell /> : null
}

function OwnBell() {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="btn bare sq bell"
        aria-haspopup="dialog"
        onPointerEnter={OVERLAYS.loadAhead}
        onFocus={OVERLAYS.loadAhead}
        onClick={() => setOpen(true)}
      >
        <Bell className="icon" aria-hidden />
        <span className="unseen">{t('nav.inbox')}</span>
        <UnreadBadge className="badge" />
      </button>
      {isOpen && (
        <Dialog title={t('nav.inbox')} side onClose={() => setOpen(false)}>
          <InboxList onGo={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}
