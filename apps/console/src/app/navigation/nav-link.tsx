import type { ReactNode } from 'react'
import { BASE } from '../../base-path.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Link } from '../../workspace/link.tsx'
import { useWorkspacePath } from '../../workspace/workspace.ts'
import { isWithin, type Place } from './nav-items.ts'

interface NavLinkProps {
  place: Place
  className?: string
  onClick?(): void
  children?: ReactNode
}

/** A place of the navigation. */
export function NavLink({ place: { to, name, icon: Icon, outside }, children, ...rest }: NavLinkProps) {
  const { t } = useI18n()
  const isHere = isWithin(useWorkspacePath(), to)
  const inner = (
    <>
      <Icon className="icon" aria-hidden />
      {t(name)}
      {children}
    </>
  )
  if (outside)
    return (
      <a href={`${BASE}${to}`} {...rest}>
        {inner}
      </a>
    )
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined} {...rest}>
      {inner}
    </Link>
  )
}
