import type { Access } from '@handrail/core/contract'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { SingleKey } from '../../i18n/keys.ts'

/** An item of the navigation, which a feature declares and the shell lists. */
export interface NavItem {
  /** Its path below the workspace. */
  to: string
  /** Another path whose pages are reached from it. */
  also?: string
  label: SingleKey
  /** Its label in the bar of a phone, where the label has more than one line in a language. */
  shortLabel?: SingleKey
  icon: LucideIcon
  /** The right that the page requires; without it the item is not shown. */
  right?: Access
  /** Whether it is shown only where the workspace has plans. */
  needsPlans?: true
  /** The letter that opens it after `G`. */
  shortcut?: string
  /** A number beside the label. */
  Count?: ComponentType<CountProps>
  /** A number of what is new, in the bar of a phone. */
  Badge?: ComponentType<CountProps>
}

export interface CountProps {
  className: string
}

/** Whether a path is that of an item or below it. Overview and general settings have no pages below them. */
export function isWithin(path: string, to: string): boolean {
  if (to === '/' || to === '/settings') return path === to
  return path === to || path.startsWith(`${to}/`)
}

/** The items of a workspace, with or without plans. */
export function offeredItems(items: readonly NavItem[], { uses_plans }: { uses_plans: boolean }): NavItem[] {
  return items.filter(({ needsPlans }) => uses_plans || !needsPlans)
}

/** The items that somebody with these rights may open. */
export function permittedItems(items: readonly NavItem[], rights: ReadonlySet<string>): NavItem[] {
  return items.filter(({ right }) => right === undefined || rights.has(right))
}
