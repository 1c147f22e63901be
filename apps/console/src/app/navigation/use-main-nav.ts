import { type NavItem, offeredItems } from '../../workspace/navigation/nav-item.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { MAIN_NAV } from '../nav-items.ts'

/** The main items of the navigation. */
export function useMainNav(): NavItem[] {
  return offeredItems(MAIN_NAV, useWorkspace().workspace)
}
