import { Bookmark, Lock } from 'lucide-react'
import { useI18n } from '../../i18n/i18n.ts'
import { Link, useFilters } from '../../workspace/link.tsx'
import { useWorkspacePath } from '../../workspace/workspace.ts'
import { addressOf, VIEW } from './address.ts'
import type { View } from './use-views.ts'

interface ViewLinkProps {
  view: View
  className?: string
  onClick?: (() => void) | undefined
}

/** A link to the list as a view has saved it. */
export function ViewLink({ view, className, onClick }: ViewLinkProps) {
  const { t } = useI18n()
  const path = useWorkspacePath()
  const [search] = useFilters()
  const { to, search: saved } = addressOf(view)
  // Enrollments are listed at the address of customers too.
  const isOpen = (path === to || path === '/customers') && search[VIEW] === view.id
  return (
    <Link to={to} search={saved} className={className} aria-current={isOpen ? 'page' : undefined} onClick={onClick}>
      {className && <Bookmark className="icon" aria-hidden />}
      <span className="cut grow">{view.name}</span>
      {!view.is_shared && (
        <>
          <Lock className="icon" aria-hidden />
          <span className="unseen">{t('views.private')}</span>
        </>
      )}
    </Link>
  )
}
