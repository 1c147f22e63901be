import { ArrowLeft } from 'lucide-react'
import { useWords } from '../../words/words.ts'
import { Link } from '../link.tsx'
import { FindOrDo, KeysButton } from '../palette/everywhere.tsx'
import { useHere } from '../workspace.ts'
import { useFiguresBeside } from './figures-beside.ts'
import { GettingStarted } from './getting-started.tsx'
import { OutboxCount } from './outbox-count.tsx'
import { OwnMenu } from './own-menu.tsx'
import { PlaceLink } from './place-link.tsx'
import { allowed, LOWER_PLACES, PLACES, SETTINGS } from './places.ts'
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
