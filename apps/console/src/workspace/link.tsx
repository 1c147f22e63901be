import { Link as RouterLink, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useContext } from 'react'
import { WorkspaceId } from '../api/workspace-id.ts'

export type Search = Record<string, string | undefined>

interface LinkProps {
  /** Below the workspace: `/guides`. */
  to: string
  search?: Search
  className?: string | undefined
  'aria-current'?: 'page' | undefined
  'aria-label'?: string | undefined
  onClick?: (() => void) | undefined
  children: ReactNode
}

/** A link to a page of the workspace. */
export function Link({ to, search = {}, children, ...rest }: LinkProps) {
  const workspace = useContext(WorkspaceId)
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return (
    <RouterLink
      {...given}
      to={addressOf(workspace, to)}
      search={search}
      activeProps={{}}
      activeOptions={{ exact: true }}
    >
      {children}
    </RouterLink>
  )
}

/** Goes to a page of the workspace. */
export function useGo(): (to: string, search?: Search) => void {
  const workspace = useContext(WorkspaceId)
  const navigate = useNavigate()
  return (to, search = {}) => void navigate({ to: addressOf(workspace, to), search })
}

function addressOf(workspace: string | undefined, to: string): string {
  return `/w/${workspace}${to === '/' ? '' : to}`
}

/** The filters in the address, and a function that changes them. */
export function useFilters(): [filters: Search, change: (changes: Search) => void] {
  const found: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Search) => {
      const search = (before: Record<string, unknown>) =>
        Object.fromEntries(Object.entries({ ...textsOf(before), ...changes }).filter(([, value]) => value))
      void navigate({ to: '.', search, replace: true, resetScroll: false })
    },
    [navigate],
  )
  return [textsOf(found), change]
}

function textsOf(search: Record<string, unknown>): Search {
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]))
}
