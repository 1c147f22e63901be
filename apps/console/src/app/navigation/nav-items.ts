import type { Access } from '@handrail/core/contract'
import {
  AppWindow,
  BookOpen,
  Building2,
  ChartColumn,
  DatabaseBackup,
  Download,
  Gauge,
  House,
  KeyRound,
  type LucideIcon,
  Mail,
  Mailbox,
  Plug,
  Route,
  ScrollText,
  Settings,
  SlidersHorizontal,
  Sparkles,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react'
import type { SingleKey } from '../../i18n/keys.ts'

export interface Place {
  /** Below the workspace, or with `outside` below the instance. */
  to: string
  name: SingleKey
  icon: LucideIcon
  /** The right without which it is not offered. */
  right?: Access
  /** A page that the server renders. */
  outside?: boolean
}

export const MAIN_NAV: readonly Place[] = [
  { to: '/', name: 'nav.overview', icon: House },
  { to: '/enrollments', name: 'nav.enrollments', icon: Route },
  { to: '/guides', name: 'nav.guides', icon: BookOpen },
  { to: '/contacts', name: 'nav.contacts', icon: Users },
  { to: '/organisations', name: 'nav.organisations', icon: Building2 },
  { to: '/analytics', name: 'nav.analytics', icon: ChartColumn },
]

/** So many of them stand at the bottom of a phone. */
export const PHONE_NAV_LENGTH = 4

export const LOWER_NAV: readonly Place[] = [
  { to: '/outbox', name: 'nav.outbox', icon: Mailbox },
  { to: '/settings', name: 'nav.settings', icon: Settings },
]

export const SETTINGS: readonly { title: SingleKey; places: readonly Place[] }[] = [
  {
    title: 'settings.group.workspace',
    places: [
      { to: '/settings', name: 'settings.general.title', icon: SlidersHorizontal },
      { to: '/settings/members', name: 'settings.members.title', icon: Users, right: 'members:manage' },
      { to: '/settings/email', name: 'settings.email.title', icon: Mail, right: 'workspace:write' },
      { to: '/settings/plan', name: 'settings.plan.title', icon: Gauge },
    ],
  },
  {
    title: 'settings.group.integrations',
    places: [
      { to: '/settings/api-keys', name: 'settings.api_keys.title', icon: KeyRound, right: 'api_keys:manage' },
      { to: '/settings/webhooks', name: 'settings.webhooks.title', icon: Webhook, right: 'webhooks:manage' },
      { to: '/assistants', name: 'settings.assistants', icon: Sparkles, outside: true },
      { to: '/settings/connections', name: 'settings.connections.title', icon: Plug, right: 'connections:manage' },
    ],
  },
  {
    title: 'settings.group.developer',
    places: [
      {
        to: '/settings/applications',
        name: 'settings.applications.title',
        icon: AppWindow,
        right: 'applications:manage',
      },
    ],
  },
  {
    title: 'settings.group.safety',
    places: [
      { to: '/settings/audit-log', name: 'settings.audit_log.title', icon: ScrollText, right: 'members:manage' },
      { to: '/settings/backups', name: 'settings.backups.title', icon: DatabaseBackup, right: 'workspace:manage' },
      { to: '/settings/export', name: 'exports.title', icon: Download, right: 'exports:manage' },
      { to: '/account', name: 'frame.account', icon: UserRound, outside: true },
    ],
  },
]

/** Pages that others lead to. */
const FURTHER: readonly Pick<Place, 'to' | 'right'>[] = [{ to: '/imports', right: 'imports:manage' }]

/** The right without which a page shows nothing. @param path below the workspace */
export function rightOf(path: string): Access | undefined {
  const places = [...FURTHER, ...SETTINGS.flatMap((group) => group.places)]
  return places.find(({ to }) => isWithin(path, to))?.right
}

/** Whether a page is a place, or within it. The start, and that of the settings, have no others within them. */
export function isWithin(path: string, to: string): boolean {
  if (to === '/' || to === '/settings') return path === to
  return path === to || path.startsWith(`${to}/`)
}

/** Those that somebody with these rights is offered. */
export function allowed(places: readonly Place[], rights: ReadonlySet<string>): Place[] {
  return places.filter(({ right }) => right === undefined || rights.has(right))
}
