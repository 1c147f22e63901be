import type { Scope } from '@handrail/core'
import { DECLARED_RIGHTS } from '@handrail/core/contract'

const GROUPS = ['records', 'guides', 'insights', 'messages', 'imports', 'settings'] as const
type ScopeGroup = (typeof GROUPS)[number]

/** The requested scopes by group, in the order of the page; groups of which none is requested are left out. */
export function scopeGroups(scopes: readonly Scope[]): readonly (readonly [ScopeGroup, readonly Scope[]])[] {
  const grouped = Map.groupBy(scopes, groupOf)
  return GROUPS.flatMap((group) => {
    const ofGroup = grouped.get(group)
    return ofGroup ? [[group, ofGroup] as const] : []
  })
}

/** The group on the page of consent: published guides are among the records, drafts in a group of their own. */
export function groupOf(scope: Scope): ScopeGroup {
  if (DECLARED_RIGHTS[scope].scope?.byName) return 'settings'
  if (scope === 'guides:read') return 'records'
  if (scope === 'mail_texts:write') return 'messages'
  const resource = scope.split(':')[0]
  return GROUPS.find((group) => group === resource) ?? 'records'
}
