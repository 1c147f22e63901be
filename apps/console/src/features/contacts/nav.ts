import { Users } from 'lucide-react'
import type { NavItem } from '../../workspace/navigation/nav-item.ts'

export const contactsNav: NavItem = { to: '/contacts', label: 'nav.contacts', icon: Users, shortcut: 'c' }
