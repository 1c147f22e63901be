import { Building2 } from 'lucide-react'
import type { NavItem } from '../../workspace/navigation/nav-item.ts'

export const organisationsNav: NavItem = {
  to: '/organisations',
  label: 'nav.organisations',
  icon: Building2,
  shortcut: 'r',
}
