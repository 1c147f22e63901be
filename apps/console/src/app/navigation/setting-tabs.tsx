import { useEffect, useRef } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { useWorkspace, useWorkspacePath } from '../../workspace/workspace.ts'
import { allowed, SETTINGS } from './nav-items.ts'
import { NavLink } from './nav-link.tsx'

/** The places of the settings above a page of theirs, on a phone. */
export function SettingTabs() {
  const { t } = useI18n()
  const { rights } = useWorkspace()
  const place = useWorkspacePath()
  const nav = useRef<HTMLElement>(null)
  // Of each page another one is to be seen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [place])
  return (
    <nav className="tabs setting-tabs" aria-label={t('nav.settings')} ref={nav}>
      {SETTINGS.flatMap(({ places }) => allowed(places, rights)).map((one) => (
        <NavLink key={one.to} place={one} />
      ))}
    </nav>
  )
}
