import { Link as RouterLink } from '@tanstack/react-router'
import { Languages, LogOut, Plug, SunMoon, UserRound } from 'lucide-react'
import { useContext, useState } from 'react'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { WorkspaceLogo } from '../../components/workspace-logo.tsx'
import { SETTINGS_NAV } from '../../features/settings/nav.ts'
import { LaterViewLinks } from '../../features/views/later.tsx'
import { LanguageContext } from '../../i18n/choose-language.ts'
import { LANGUAGES, type Language, useI18n } from '../../i18n/i18n.ts'
import { roleKey } from '../../i18n/role-key.ts'
import { THEMES, type Theme } from '../../style/theme.ts'
import { useTheme } from '../../style/use-theme.ts'
import { Link } from '../../workspace/link.tsx'
import { permittedItems } from '../../workspace/navigation/nav-item.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { LOWER_NAV, phoneNav } from '../nav-items.ts'
import { PaletteMenuItem } from '../palette/palette-provider.tsx'
import { signOut } from '../sign-out.ts'
import { NavLink } from './nav-link.tsx'
import { useMainNav } from './use-main-nav.ts'

/** The rest of the navigation on a phone. */
export function More({ onClose }: { onClose(): void }) {
  const { workspace, rights } = useWorkspace()
  const [isSwitching, setSwitching] = useState(false)
  const main = useMainNav()
  const lower = LOWER_NAV.filter(({ to }) => to !== '/settings')
  const members = SETTINGS_NAV.flatMap(({ items }) => permittedItems(items, rights)).filter(
    ({ to }) => to === '/settings/members',
  )
  const integrations = SETTINGS_NAV.filter(({ title }) => title === 'settings.group.integrations')
    .flatMap(({ title, items }) => permittedItems(items, rights).map((item) => ({ ...item, label: title, icon: Plug })))
    .slice(0, 1)
  const settings = LOWER_NAV.filter(({ to }) => to === '/settings')
  return (
    <Dialog
      title={workspace.name}
      head={<Where isSwitching={isSwitching} onSwitch={() => setSwitching(!isSwitching)} />}
      onClose={onClose}
    >
      <div className="body more-sheet">
        {isSwitching && <Others />}
        <PaletteMenuItem onOpen={onClose} />
        {[...phoneNav(main, workspace.uses_plans).others, ...lower].map((item) => (
          <NavLink key={item.to} item={item} className="pop-item" onClick={onClose}>
            {item.Count && <item.Count className="chip warn" />}
          </NavLink>
        ))}
        {main.map(({ to }) => (
          <LaterViewLinks key={to} to={to} isTitled onClick={onClose} />
        ))}
        <hr />
        {[...members, ...integrations, ...settings].map((item) => (
          <NavLink key={item.to} item={item} className="pop-item" onClick={onClose} />
        ))}
        <hr />
        <Own onClose={onClose} />
      </div>
    </Dialog>
  )
}

interface WhereProps {
  isSwitching: boolean
  onSwitch(): void
}

function Where({ isSwitching, onSwitch }: WhereProps) {
  const { t } = useI18n()
  const { workspace, account, role, memberships } = useWorkspace()
  return (
    <>
      <WorkspaceLogo workspace={workspace} />
      <span className="grow cut">
        <b>{workspace.name}</b>
        <small>
          {account.name}, {t(roleKey(role))}
        </small>
      </span>
      {memberships.length > 1 && (
        <Button aria-expanded={isSwitching} onClick={onSwitch}>
          {t('frame.switch')}
        </Button>
      )}
    </>
  )
}

function Others() {
  const { t } = useI18n()
  const { workspace, memberships } = useWorkspace()
  return (
    <>
      {memberships
        .filter(({ workspace_id }) => workspace_id !== workspace.id)
        .map(({ workspace_id, workspace: name, is_sample }) => (
          <RouterLink key={workspace_id} to={`/w/${workspace_id}`} className="pop-item">
            <Avatar name={name} place />
            <span className="cut grow">{name}</span>{' '}
            {is_sample && <span className="soft">{t('first.sample_mark')}</span>}
          </RouterLink>
        ))}
      <hr />
    </>
  )
}

/** The entries for the signed-in member: theme, language, account and signing out. */
function Own({ onClose }: { onClose(): void }) {
  const { t, language } = useI18n()
  const choose = useContext(LanguageContext)
  const [theme, chooseTheme] = useTheme()
  return (
    <>
      <label className="pop-item">
        <SunMoon className="icon" aria-hidden />
        <span className="grow">{t('frame.theme')}</span>
        {/* The options are the themes. */}
        <select className="input" value={theme} onChange={(event) => chooseTheme(event.target.value as Theme)}>
          {THEMES.map((one) => (
            <option key={one} value={one}>
              {t(`frame.theme_${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="pop-item">
        <Languages className="icon" aria-hidden />
        <span className="grow">{t('frame.language')}</span>
        {/* The options are the languages. */}
        <select className="input" value={language} onChange={(event) => choose(event.target.value as Language)}>
          {Object.entries(LANGUAGES).map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <div className="halves">
        <Link className="pop-item" to="/settings/account" onClick={onClose}>
          <UserRound className="icon" aria-hidden />
          {t('frame.account')}
        </Link>
        <button type="button" className="pop-item" onClick={() => void signOut()}>
          <LogOut className="icon" aria-hidden />
          {t('frame.sign_out')}
        </button>
      </div>
    </>
  )
}
