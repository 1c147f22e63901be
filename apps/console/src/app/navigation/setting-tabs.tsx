import { useEffect, useRef } from 'react'
import { useWords } from '../../i18n/i18n.ts'
import { useHere, usePlace } from '../../workspace/workspace.ts'
import { allowed, SETTINGS } from './nav-items.ts'
import { PlaceLink } from './nav-link.tsx'

/** The places of the settings above a page of theirs, on a phone. */
export function SettingTabs() {
  const { say } = useWords()
  const { rights } = useHere()
  const place = usePlace()
  const nav = useRef<HTMLElement>(null)
  // Of each page another one is to be seen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [place])
  return (
    <nav className="tabs setting-tabs" aria-label={say('place.settings')} ref={nav}>
      {SETTINGS.flatMap(({ places }) => allowed(places, rights)).map((one) => (
        <PlaceLink key={one.to} place={one} />
      ))}
    </nav>
  )
}
