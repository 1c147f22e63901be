import { ChartColumn } from 'lucide-react'
import type { NavItem } from '../../workspace/navigation/nav-item.ts'

export const analyticsNav: NavItem = { to: '/analytics', label: 'nav.analytics', icon: ChartColumn, shortcut: 'a' }
