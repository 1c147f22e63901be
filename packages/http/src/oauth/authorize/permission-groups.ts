import type { Scope } from '@handrail/core'
import { DECLARED_RIGHTS } from '@handrail/core/contract'

const GROUPS = ['records', 'guides', 'insights', 'messages', 'imports', 'settings'] as const
type PermissionGroup = (typeof GROUPS)[number]

/** The requested scopes by group, in the order of the page; groups of which none is requested are left out. */
export function permissionGroups(scopes: readonly Scope[]): readonly (readonly [PermissionGroup, readonly Scope[]])[] {
  const grouped = Map.groupBy(scopes, groupOf)
  return GROUPS.flatMap((group) => {
    const ofGroup = grouped.get(group)
    return ofGroup ? [[group, ofGroup] as const] : []
  })
}

/** Those of the specification and of saved views are `records`; the others are grouped by resource. */
function groupOf(scope: Scope): PermissionGroup {
  if (DECLARED_RIGHTS[scope].scope?.byName) return 'settings'
  const resource = scope.split(':')[0]
  return (scope !== 'guides:read' && GROUPS.find((group) => group === resource)) || 'records'
}
