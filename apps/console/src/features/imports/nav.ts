import { Upload } from 'lucide-react'
import type { NavItem } from '../../workspace/navigation/nav-item.ts'

/** Not in the navigation: contacts, organisations and the palette link to it. */
export const importsNav: NavItem = { to: '/imports', label: 'imports.earlier', icon: Upload, right: 'imports:manage' }
