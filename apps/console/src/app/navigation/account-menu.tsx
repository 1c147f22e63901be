import { ChevronsUpDown, LogOut, UserRound } from 'lucide-react'
import { useContext } from 'react'
import { Avatar } from '../../components/avatar.tsx'
import { PopMenu } from '../../components/menu.tsx'
import type { MenuEntry } from '../../components/overlays/menu-entry.ts'
import { LanguageContext } from '../../i18n/choose-language.ts'
import { LANGUAGES, type Language, useI18n } from '../../i18n/i18n.ts'
import { roleKey } from '../../i18n/role-key.ts'
import { THEMES } from '../../style/theme.ts'
import { useTheme } from '../../style/use-theme.ts'
import { useGo } from '../../workspace/link.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { signOut } from '../sign-out.ts'

/** The menu of the signed-in member: account, theme, language and signing out. */
export function AccountMenu() {
  const { t } = useI18n()
  const { account, role } = useWorkspace()
  const go = useGo()
  const entries: MenuEntry[] = [
    { icon: UserRound, text: t('frame.account'), run: () => go('/settings/account') },
    ...useChoices(),
    'line',
    { icon: LogOut, text: t('frame.sign_out'), run: signOut },
  ]
  return (
    <PopMenu entries={entries} position="top-start" isWide>
      {(own) => (
        <button type="button" className="me" {...own}>
          <Avatar name={account.name} />
          <span className="grow cut">
            {account.name}
            <small>{t(roleKey(role))}</small>
          </span>
          <ChevronsUpDown className="icon" aria-hidden />
        </button>
      )}
    </PopMenu>
  )
}

function useChoices(): MenuEntry[] {
  const { t, language } = useI18n()
  const choose = useContext(LanguageContext)
  const [theme, chooseTheme] = useTheme()
  const themes = THEMES.map((one) => ({
    text: t(`frame.theme_${one}`),
    isChosen: one === theme,
    run: () => chooseTheme(one),
  }))
  // The keys of an object are its languages.
  const languages = (Object.keys(LANGUAGES) as Language[]).map((one) => ({
    text: LANGUAGES[one],
    isChosen: one === language,
    run: () => choose(one),
  }))
  return [{ text: t('frame.theme') }, ...themes, { text: t('frame.language') }, ...languages]
}
