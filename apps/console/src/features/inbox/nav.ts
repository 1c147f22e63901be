import { Bell } from 'lucide-react'
import type { NavItem } from '../../workspace/navigation/nav-item.ts'
import { UnreadBadge } from './unread.tsx'

export const inboxNav: NavItem = {
  to: '/inbox',
  label: 'nav.inbox',
  shortLabel: 'nav.inbox_short',
  icon: Bell,
  shortcut: 'i',
  Badge: UnreadBadge,
}
