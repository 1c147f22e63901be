import { ArrowLeft } from 'lucide-react'
import { OutboxCount } from '../../features/outbox/outbox-count.tsx'
import { GettingStarted } from '../../features/overview/first/getting-started.tsx'
import { useWords } from '../../i18n/i18n.ts'
import { Link } from '../../workspace/link.tsx'
import { useFiguresBeside } from '../../workspace/use-counts.ts'
import { useHere } from '../../workspace/workspace.ts'
import { FindOrDo, KeysButton } from '../palette/everywhere.tsx'
import { OwnMenu } from './account-menu.tsx'
import { allowed, LOWER_PLACES, PLACES, SETTINGS } from './nav-items.ts'
import { PlaceLink } from './nav-link.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'

/** Where one can go; the settings have places of their own. */
export function SideBar({ settings }: { settings: boolean }) {
  const { say } = useWords()
  return (
    <nav className="side-bar" aria-label={say('frame.navigation')}>
      {settings ? <SettingPlaces /> : <Places />}
      <div className="me-place">
        <OwnMenu />
      </div>
    </nav>
  )
}

function Places() {
  const { number } = useWords()
  const onTheirWay = useFiguresBeside()?.in_progress
  return (
    <>
      <WorkspaceMenu />
      <FindOrDo />
      <div className="nav">
        {PLACES.map((place) => (
          <PlaceLink key={place.to} place={place}>
            {place.to === '/enrollments' && onTheirWay !== undefined && <span className="n">{number(onTheirWay)}</span>}
          </PlaceLink>
        ))}
      </div>
      <div className="grow" />
      <GettingStarted />
      <div className="nav">
        {LOWER_PLACES.map((place) => (
          <PlaceLink key={place.to} place={place}>
            {place.to === '/outbox' && <OutboxCount look="n" />}
          </PlaceLink>
        ))}
        <KeysButton />
      </div>
    </>
  )
}

function SettingPlaces() {
  const { say } = useWords()
  const { rights } = useHere()
  return (
    <>
      <Link to="/" className="ws">
        <ArrowLeft className="icon" aria-hidden />
        {say('place.settings')}
      </Link>
      <div className="nav">
        {SETTINGS.map(({ title, places }) => {
          const offered = allowed(places, rights)
          if (offered.length === 0) return null
          return (
            <div key={title} className="nav">
              <h2>{say(title)}</h2>
              {offered.map((place) => (
                <PlaceLink key={place.to} place={place} />
              ))}
            </div>
          )
        })}
      </div>
      <div className="grow" />
    </>
  )
}
