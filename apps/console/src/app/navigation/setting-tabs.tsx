import { useEffect, useRef } from 'react'
import { SETTINGS_NAV } from '../../features/settings/nav.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { permittedItems } from '../../workspace/navigation/nav-item.ts'
import { useWorkspace, useWorkspacePath } from '../../workspace/workspace.ts'
import { NavLink } from './nav-link.tsx'

/** The navigation of the settings on a phone, above the page. */
export function SettingTabs() {
  const { t } = useI18n()
  const { rights } = useWorkspace()
  const path = useWorkspacePath()
  const nav = useRef<HTMLElement>(null)
  // The tab of the current page scrolls into view.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return (
    <nav className="tabs setting-tabs" aria-label={t('nav.settings')} ref={nav}>
      {SETTINGS_NAV.flatMap(({ items }) => permittedItems(items, rights)).map((item) => (
        <NavLink key={item.to} item={item} />
      ))}
    </nav>
  )
}
