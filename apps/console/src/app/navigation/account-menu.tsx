import { Menu } from '@mantine/core'
import { Check, ChevronsUpDown, LogOut, UserRound } from 'lucide-react'
import { useContext } from 'react'
import { Avatar } from '../../components/avatar.tsx'
import { MENU } from '../../components/menu.tsx'
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
  return (
    <Menu
      position="top-start"
      width="target"
      {...MENU}
      classNames={{ dropdown: 'pop', item: 'pop-item', label: 'pop-label' }}
    >
      <Menu.Target>
        <button type="button" className="me">
          <Avatar name={account.name} />
          <span className="grow cut">
            {account.name}
            <small>{t(roleKey(role))}</small>
          </span>
          <ChevronsUpDown className="icon" aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => go('/settings/account')} leftSection={<UserRound className="icon" aria-hidden />}>
          {t('frame.account')}
        </Menu.Item>
        <Choices />
        <hr />
        <Menu.Item onClick={() => void signOut()} leftSection={<LogOut className="icon" aria-hidden />}>
          {t('frame.sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Choices() {
  const { t, language } = useI18n()
  const choose = useContext(LanguageContext)
  const [theme, chooseTheme] = useTheme()
  const tick = (chosen: boolean) => (chosen ? <Check className="icon" aria-hidden /> : <span className="icon" />)
  return (
    <>
      <Menu.Label>{t('frame.theme')}</Menu.Label>
      {THEMES.map((one) => (
        <Menu.Item key={one} rightSection={tick(one === theme)} onClick={() => chooseTheme(one)}>
          {t(`frame.theme_${one}`)}
        </Menu.Item>
      ))}
      <Menu.Label>{t('frame.language')}</Menu.Label>
      {/* The keys of an object are its languages. */}
      {(Object.keys(LANGUAGES) as Language[]).map((one) => (
        <Menu.Item key={one} rightSection={tick(one === language)} onClick={() => choose(one)}>
          {LANGUAGES[one]}
        </Menu.Item>
      ))}
    </>
  )
}
