import type { Access } from '@handrail/core/contract'
import { analyticsNav } from '../features/analytics/nav.ts'
import { contactsNav } from '../features/contacts/nav.ts'
import { enrollmentsNav } from '../features/enrollments/nav.tsx'
import { guidesNav } from '../features/guides/nav.ts'
import { importsNav } from '../features/imports/nav.ts'
import { organisationsNav } from '../features/organisations/nav.ts'
import { outboxNav } from '../features/outbox/nav.tsx'
import { overviewNav } from '../features/overview/nav.ts'
import { SETTINGS_NAV, settingsNav } from '../features/settings/nav.ts'
import { isWithin, type NavItem } from '../workspace/navigation/nav-item.ts'

export const MAIN_NAV: readonly NavItem[] = [
  overviewNav,
  enrollmentsNav,
  guidesNav,
  contactsNav,
  organisationsNav,
  analyticsNav,
]

/** The number of items in the bar at the bottom of a phone. */
export const PHONE_NAV_LENGTH = 4

export const LOWER_NAV: readonly NavItem[] = [outboxNav, settingsNav]

/** The items that a letter opens after `G`. */
export const SHORTCUTS = [...MAIN_NAV, ...LOWER_NAV].flatMap((item) =>
  item.shortcut ? [{ ...item, shortcut: item.shortcut }] : [],
)

/** The right without which a page shows nothing. @param path below the workspace */
export function requiredRight(path: string): Access | undefined {
  const items = [importsNav, ...SETTINGS_NAV.flatMap((group) => group.items)]
  return items.find(({ to }) => isWithin(path, to))?.right
}
