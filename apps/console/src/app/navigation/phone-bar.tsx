import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { phoneNav } from '../nav-items.ts'
import { More } from './more.tsx'
import { NavLink } from './nav-link.tsx'
import { useMainNav } from './use-main-nav.ts'

/** The navigation within reach of a thumb. */
export function PhoneBar() {
  const { t } = useI18n()
  const [open, setOpen] = useState(false)
  const { bar } = phoneNav(useMainNav(), useWorkspace().workspace.uses_plans)
  return (
    <>
      <nav className="phone-bar" aria-label={t('frame.navigation')}>
        {bar.map((item) => (
          <NavLink key={item.to} item={item} isShort>
            {item.Badge && <item.Badge className="badge" />}
          </NavLink>
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
