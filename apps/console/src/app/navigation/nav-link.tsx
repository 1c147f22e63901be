import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Link } from '../../workspace/link.tsx'
import { isWithin, type NavItem } from '../../workspace/navigation/nav-item.ts'
import { useWorkspacePath } from '../../workspace/workspace.ts'

interface NavLinkProps {
  item: NavItem
  className?: string
  /** Whether it shows its short label; programs that read aloud have the whole one. */
  isShort?: boolean
  onClick?(): void
  children?: ReactNode
}

/** A link of the navigation. */
export function NavLink({ item, isShort = false, children, ...rest }: NavLinkProps) {
  const { t } = useI18n()
  const { to, also = to, label, shortLabel = label, icon: Icon } = item
  const path = useWorkspacePath()
  const isCurrent = isWithin(path, to) || isWithin(path, also)
  const inner = (
    <>
      <Icon className="icon" aria-hidden />
      {isShort && t(shortLabel) !== t(label) ? (
        <>
          <span aria-hidden>{t(shortLabel)}</span>
          <span className="unseen">{t(label)}</span>
        </>
      ) : (
        t(label)
      )}
      {children}
    </>
  )
  return (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined} {...rest}>
      {inner}
    </Link>
  )
}
