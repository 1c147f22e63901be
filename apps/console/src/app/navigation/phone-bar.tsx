import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { MAIN_NAV, PHONE_NAV_LENGTH } from '../nav-items.ts'
import { More } from './more.tsx'
import { NavLink } from './nav-link.tsx'

/** The navigation within reach of a thumb. */
export function PhoneBar() {
  const { t } = useI18n()
  const [open, setOpen] = useState(false)
  return (
    <>
      <nav className="phone-bar" aria-label={t('frame.navigation')}>
        {MAIN_NAV.slice(0, PHONE_NAV_LENGTH).map((item) => (
          <NavLink key={item.to} item={item} />
        ))}
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <MenuIcon className="icon" aria-hidden />
          {t('frame.more')}
        </button>
      </nav>
      {open && <More onClose={() => setOpen(false)} />}
    </>
  )
}
