import { House } from 'lucide-react'
import type { NavItem } from '../../workspace/navigation/nav-item.ts'

export const overviewNav: NavItem = { to: '/', label: 'nav.overview', icon: House, shortcut: 'o' }
