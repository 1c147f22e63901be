import { ArrowLeft } from 'lucide-react'
import { Fragment } from 'react'
import { InboxBell } from '../../features/inbox/bell.tsx'
import { GettingStarted } from '../../features/overview/first/getting-started.tsx'
import { SETTINGS_NAV } from '../../features/settings/nav.ts'
import { LaterViewLinks } from '../../features/views/later.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { Link } from '../../workspace/link.tsx'
import { type NavItem, permittedItems } from '../../workspace/navigation/nav-item.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { LOWER_NAV } from '../nav-items.ts'
import { PaletteButton, ShortcutsButton } from '../palette/palette-provider.tsx'
import { AccountMenu } from './account-menu.tsx'
import { NavLink } from './nav-link.tsx'
import { useMainNav } from './use-main-nav.ts'
import { WorkspaceMenu } from './workspace-menu.tsx'

/** The navigation of the workspace, or of its settings. */
export function SideBar({ settings }: { settings: boolean }) {
  const { t } = useI18n()
  return (
    <nav className="side-bar" aria-label={t('frame.navigation')}>
      {settings ? <SettingsLinks /> : <MainLinks />}
      <div className="me-place">
        <AccountMenu />
      </div>
    </nav>
  )
}

function MainLinks() {
  const items = useMainNav()
  return (
    <>
      <div className="ws-row">
        <WorkspaceMenu />
        <InboxBell />
      </div>
      <PaletteButton />
      <div className="nav">{items.map(withCount)}</div>
      <div className="grow" />
      <GettingStarted />
      <div className="nav">
        {LOWER_NAV.map(withCount)}
        <ShortcutsButton />
      </div>
    </>
  )
}

function SettingsLinks() {
  const { t } = useI18n()
  const { rights } = useWorkspace()
  return (
    <>
      <Link to="/" className="ws">
        <ArrowLeft className="icon" aria-hidden />
        {t('nav.settings')}
      </Link>
      <div className="nav">
        {SETTINGS_NAV.map(({ title, items }) => {
          const offered = permittedItems(items, rights)
          if (offered.length === 0) return null
          return (
            <div key={title} className="nav">
              <h2>{t(title)}</h2>
              {offered.map((item) => (
                <NavLink key={item.to} item={item} />
              ))}
            </div>
          )
        })}
      </div>
      <div className="grow" />
    </>
  )
}

function withCount(item: NavItem) {
  const { to, Count } = item
  return (
    <Fragment key={to}>
      <NavLink item={item}>{Count && <Count className="n" />}</NavLink>
      <LaterViewLinks to={to} />
    </Fragment>
  )
}
