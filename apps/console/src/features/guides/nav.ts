import { BookOpen } from 'lucide-react'
import type { NavItem } from '../../workspace/navigation/nav-item.ts'

export const guidesNav: NavItem = { to: '/guides', label: 'nav.guides', icon: BookOpen, shortcut: 'g' }
