import { LogOut, Menu as MenuIcon, UserRound } from 'lucide-react'
import { useState } from 'react'
import { BASE } from '../../door/base.ts'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { useWords } from '../../words/words.ts'
import { FindOrDoItem } from '../palette/everywhere.tsx'
import { signOut } from '../sign-out.ts'
import { useHere } from '../workspace.ts'
import { PlaceLink } from './place-link.tsx'
import { LOWER_PLACES, PLACES, SETTINGS } from './places.ts'

const FIRST = PLACES.slice(0, 4)
const REST = PLACES.slice(4)

/** The navigation within reach of a thumb. */
export function PhoneBar() {
  const { say } = useWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <nav className="phone-bar" aria-label={say('frame.navigation')}>
        {FIRST.map((place) => (
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

function More({ onClose }: { onClose(): void }) {
  const { say } = useWords()
  const { workspace, rights } = useHere()
  const settings = SETTINGS.flatMap(({ places }) => places).filter(
    ({ right, to }) => to !== '/settings' && to !== '/account' && (!right || rights.has(right)),
  )
  return (
    <Dialog title={workspace.name} onClose={onClose}>
      <div className="body">
        <FindOrDoItem onOpen={onClose} />
        {[...REST, ...LOWER_PLACES, ...settings].map((place) => (
          <PlaceLink key={place.to} place={place} className="pop-item" onClick={onClose} />
        ))}
        <a className="pop-item" href={`${BASE}/account`}>
          <UserRound className="icon" aria-hidden />
          {say('frame.account')}
        </a>
        <button type="button" className="pop-item" onClick={() => void signOut()}>
          <LogOut className="icon" aria-hidden />
          {say('frame.sign_out')}
        </button>
      </div>
    </Dialog>
  )
}
