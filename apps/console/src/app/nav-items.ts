import type { Access } from '@handrail/core/contract'
import { analyticsNav } from '../features/analytics/nav.ts'
import { contactsNav } from '../features/contacts/nav.ts'
import { customersNav } from '../features/customers/nav.tsx'
import { guidesNav } from '../features/guides/nav.ts'
import { importsNav } from '../features/imports/nav.ts'
import { inboxNav } from '../features/inbox/nav.ts'
import { organisationsNav } from '../features/organisations/nav.ts'
import { outboxNav } from '../features/outbox/nav.tsx'
import { overviewNav } from '../features/overview/nav.ts'
import { SETTINGS_NAV, settingsNav } from '../features/settings/nav.ts'
import { workNav } from '../features/work/nav.tsx'
import { isWithin, type NavItem } from '../workspace/navigation/nav-item.ts'

export const MAIN_NAV: readonly NavItem[] = [
  overviewNav,
  workNav,
  customersNav,
  guidesNav,
  contactsNav,
  organisationsNav,
  analyticsNav,
]

/** The number of items in the bar at the bottom of a phone. */
const PHONE_NAV_LENGTH = 4

/**
 * The items at the bottom of a phone, and the others.
 * @param main of `useMainNav`
 * @param usesPlans whether the workspace has an inbox
 */
export function phoneNav(main: readonly NavItem[], usesPlans: boolean): Record<'bar' | 'others', readonly NavItem[]> {
  const length = usesPlans ? PHONE_NAV_LENGTH - 1 : PHONE_NAV_LENGTH
  const bar = main.slice(0, length)
  return { bar: usesPlans ? [...bar, inboxNav] : bar, others: main.slice(length) }
}

export const LOWER_NAV: readonly NavItem[] = [outboxNav, settingsNav]

/** The items that a letter opens after `G`. */
export const SHORTCUTS = [...MAIN_NAV, inboxNav, ...LOWER_NAV].flatMap((item) =>
  item.shortcut ? [{ ...item, shortcut: item.shortcut }] : [],
)

/** The right without which a page shows nothing. @param path below the workspace */
export function requiredRight(path: string): Access | undefined {
  const items = [importsNav, ...SETTINGS_NAV.flatMap((group) => group.items)]
  return items.find(({ to }) => isWithin(path, to))?.right
}
