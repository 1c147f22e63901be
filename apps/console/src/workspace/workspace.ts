import type { Access } from '@handrail/core/contract'
import { useRouterState } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { Data, Item } from '../api/operations.ts'
import { WorkspaceId } from '../api/workspace-id.ts'

/** The signed-in member, the workspace, and their rights. */
export interface CurrentWorkspace {
  workspace: Data<'getWorkspace'>
  account: Data<'getAccount'>
  memberships: Item<'listOwnMemberships'>[]
  role: string
  rights: ReadonlySet<string>
}

export const CurrentWorkspaceContext = createContext<CurrentWorkspace | undefined>(undefined)

export function useWorkspace(): CurrentWorkspace {
  const here = useContext(CurrentWorkspaceContext)
  if (!here) throw new Error('This part belongs inside the frame of a workspace')
  return here
}

/** The path of the page below its workspace. */
export function useWorkspacePath(): string {
  const workspace = useContext(WorkspaceId)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return path.replace(`/w/${workspace}`, '').replace(/\/$/, '') || '/'
}

/** Whether the member's role has a right. */
export function useCan(right: Access): boolean {
  return useWorkspace().rights.has(right)
}
