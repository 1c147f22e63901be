import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useContext } from 'react'
import { BASE } from '../../door/base.ts'
import { useWords } from '../../words/words.ts'
import { Link } from '../link.tsx'
import { WorkspaceId } from '../workspace.ts'
import type { Place } from './places.ts'

interface PlaceLinkProps {
  place: Place
  className?: string
  onClick?(): void
  children?: ReactNode
}

/** A place of the navigation. */
export function PlaceLink({ place: { to, name, icon: Icon, outside }, children, ...rest }: PlaceLinkProps) {
  const { say } = useWords()
  const isHere = useIsHere(to)
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

/** Whether the page is this place, or within it. The start, and that of the settings, have no others within them. */
function useIsHere(to: string): boolean {
  const workspace = useContext(WorkspaceId)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const here = path.replace(`/w/${workspace}`, '').replace(/\/$/, '') || '/'
  if (to === '/' || to === '/settings') return here === to
  return here === to || here.startsWith(`${to}/`)
}
