import { useContext, useSyncExternalStore } from 'react'
import { WorkspaceId } from '../../../api/workspace-id.ts'

const STORAGE_KEY = 'handrail.first_steps_hidden'

/** The workspaces whose first steps were hidden in this browser. */
function createHidden() {
  const listeners = new Set<() => void>()
  const list = () => localStorage.getItem(STORAGE_KEY) ?? ''
  return {
    list,
    change(workspace: string, isHidden: boolean) {
      const others = list()
        .split(' ')
        .filter((one) => one !== '' && one !== workspace)
      localStorage.setItem(STORAGE_KEY, [...others, ...(isHidden ? [workspace] : [])].join(' '))
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const hidden = createHidden()

/** Whether the first steps of the workspace are hidden, and what hides them or shows them again. */
export function useFirstStepsHidden(): [isHidden: boolean, hide: (isHidden: boolean) => void] {
  const workspace = useContext(WorkspaceId) ?? ''
  const list = useSyncExternalStore(hidden.subscribe, hidden.list)
  return [list.split(' ').includes(workspace), (isHidden) => hidden.change(workspace, isHidden)]
}
