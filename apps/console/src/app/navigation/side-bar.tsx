import { ArrowLeft } from 'lucide-react'
import { OutboxCount } from '../../features/outbox/outbox-count.tsx'
import { GettingStarted } from '../../features/overview/first/getting-started.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { Link } from '../../workspace/link.tsx'
import { useCounts } from '../../workspace/use-counts.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { PaletteButton, ShortcutsButton } from '../palette/everywhere.tsx'
import { AccountMenu } from './account-menu.tsx'
import { allowed, LOWER_NAV, MAIN_NAV, SETTINGS } from './nav-items.ts'
import { NavLink } from './nav-link.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'

/** Where one can go; the settings have places of their own. */
export function SideBar({ settings }: { settings: boolean }) {
  const { t } = useI18n()
  return (
    <nav className="side-bar" aria-label={t('frame.navigation')}>
      {settings ? <SettingPlaces /> : <Places />}
      <div className="me-place">
        <AccountMenu />
      </div>
    </nav>
  )
}

function Places() {
  const { number } = useI18n()
  const inProgress = useCounts()?.in_progress
  return (
    <>
      <WorkspaceMenu />
      <PaletteButton />
      <div className="nav">
        {MAIN_NAV.map((place) => (
          <NavLink key={place.to} place={place}>
            {place.to === '/enrollments' && inProgress !== undefined && <span className="n">{number(inProgress)}</span>}
          </NavLink>
        ))}
      </div>
      <div className="grow" />
      <GettingStarted />
      <div className="nav">
        {LOWER_NAV.map((place) => (
          <NavLink key={place.to} place={place}>
            {place.to === '/outbox' && <OutboxCount look="n" />}
          </NavLink>
        ))}
        <ShortcutsButton />
      </div>
    </>
  )
}

function SettingPlaces() {
  const { t } = useI18n()
  const { rights } = useWorkspace()
  return (
    <>
      <Link to="/" className="ws">
        <ArrowLeft className="icon" aria-hidden />
        {t('nav.settings')}
      </Link>
      <div className="nav">
        {SETTINGS.map(({ title, places }) => {
          const offered = allowed(places, rights)
          if (offered.length === 0) return null
          return (
            <div key={title} className="nav">
              <h2>{t(title)}</h2>
              {offered.map((place) => (
                <NavLink key={place.to} place={place} />
              ))}
            </div>
          )
        })}
      </div>
      <div className="grow" />
    </>
  )
}
