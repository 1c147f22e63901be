import type { ReactNode } from 'react'
import { BASE } from '../../base-path.ts'
import { useWords } from '../../i18n/i18n.ts'
import { Link } from '../../workspace/link.tsx'
import { usePlace } from '../../workspace/workspace.ts'
import { isWithin, type Place } from './nav-items.ts'

interface PlaceLinkProps {
  place: Place
  className?: string
  onClick?(): void
  children?: ReactNode
}

/** A place of the navigation. */
export function PlaceLink({ place: { to, name, icon: Icon, outside }, children, ...rest }: PlaceLinkProps) {
  const { say } = useWords()
  const isHere = isWithin(usePlace(), to)
  const inner = (
    <>
      <Icon className="icon" aria-hidden />
      {say(name)}
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
