import {
  AppWindow,
  Braces,
  DatabaseBackup,
  Download,
  FileText,
  Gauge,
  KeyRound,
  Mail,
  Plug,
  ScrollText,
  Settings,
  SlidersHorizontal,
  Sparkles,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react'
import type { SingleKey } from '../../i18n/keys.ts'
import type { NavItem } from '../../workspace/navigation/nav-item.ts'

export const settingsNav: NavItem = { to: '/settings', label: 'nav.settings', icon: Settings, shortcut: 's' }

interface NavGroup {
  title: SingleKey
  items: readonly NavItem[]
}

/** The navigation of the settings. */
export const SETTINGS_NAV: readonly NavGroup[] = [
  {
    title: 'settings.group.workspace',
    items: [
      { to: '/settings', label: 'settings.general.title', icon: SlidersHorizontal },
      { to: '/settings/members', label: 'settings.members.title', icon: Users, right: 'members:manage' },
      { to: '/settings/email', label: 'settings.email.title', icon: Mail, right: 'workspace:write' },
      { to: '/settings/mail-texts', label: 'settings.email.texts_title', icon: FileText },
      { to: '/settings/plan', label: 'settings.plan.title', icon: Gauge },
    ],
  },
  {
    title: 'settings.group.integrations',
    items: [
      { to: '/settings/api-keys', label: 'settings.api_keys.title', icon: KeyRound, right: 'api_keys:manage' },
      { to: '/settings/webhooks', label: 'settings.webhooks.title', icon: Webhook, right: 'webhooks:manage' },
      { to: '/settings/assistants', label: 'settings.assistants', icon: Sparkles },
      { to: '/settings/connections', label: 'settings.connections.title', icon: Plug, right: 'connections:manage' },
    ],
  },
  {
    title: 'settings.group.developer',
    items: [
      {
        to: '/settings/applications',
        label: 'settings.applications.title',
        icon: AppWindow,
        right: 'applications:manage',
      },
      { to: '/settings/metadata', label: 'settings.metadata.title', icon: Braces, right: 'metadata_keys:manage' },
    ],
  },
  {
    title: 'settings.group.safety',
    items: [
      { to: '/settings/audit-log', label: 'settings.audit_log.title', icon: ScrollText, right: 'members:manage' },
      { to: '/settings/backups', label: 'settings.backups.title', icon: DatabaseBackup, right: 'workspace:manage' },
      { to: '/settings/export', label: 'exports.title', icon: Download, right: 'exports:manage' },
      { to: '/settings/account', label: 'frame.account', icon: UserRound },
    ],
  },
]
