import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../../i18n/i18n.ts'
import { More } from './more.tsx'
import { PLACES, PLACES_ON_A_PHONE } from './nav-items.ts'
import { PlaceLink } from './nav-link.tsx'

/** The navigation within reach of a thumb. */
export function PhoneBar() {
  const { say } = useWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <nav className="phone-bar" aria-label={say('frame.navigation')}>
        {PLACES.slice(0, PLACES_ON_A_PHONE).map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <MenuIcon className="icon" aria-hidden />
          {say('frame.more')}
        </button>
      </nav>
      {open && <More onClose={() => setOpen(false)} />}
    </>
  )
}
