import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Link } from '../../workspace/link.tsx'
import { isWithin, type NavItem } from '../../workspace/navigation/nav-item.ts'
import { useWorkspacePath } from '../../workspace/workspace.ts'

interface NavLinkProps {
  item: NavItem
  className?: string
  onClick?(): void
  children?: ReactNode
}

/** A link of the navigation. */
export function NavLink({ item: { to, also = to, label, icon: Icon }, children, ...rest }: NavLinkProps) {
  const { t } = useI18n()
  const path = useWorkspacePath()
  const isCurrent = isWithin(path, to) || isWithin(path, also)
  const inner = (
    <>
      <Icon className="icon" aria-hidden />
      {t(label)}
      {children}
    </>
  )
  return (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined} {...rest}>
      {inner}
    </Link>
  )
}
