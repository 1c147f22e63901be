import { Menu } from '@mantine/core'
import { Check, ChevronsUpDown, LogOut, UserRound } from 'lucide-react'
import { useContext } from 'react'
import { BASE } from '../../base-path.ts'
import { Avatar } from '../../components/avatar.tsx'
import { MENU } from '../../components/menu.tsx'
import { LanguageContext } from '../../i18n/choose-language.ts'
import { LANGUAGES, type Language, useWords } from '../../i18n/i18n.ts'
import { roleKey } from '../../i18n/role-key.ts'
import { THEMES } from '../../style/theme.ts'
import { useTheme } from '../../style/use-theme.ts'
import { useHere } from '../../workspace/workspace.ts'
import { signOut } from '../sign-out.ts'

/** Who is signed in: the account, light or dark, the language, and the way out. */
export function OwnMenu() {
  const { say } = useWords()
  const { account, role } = useHere()
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
            <small>{say(roleKey(role))}</small>
          </span>
          <ChevronsUpDown className="icon" aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={`${BASE}/account`} leftSection={<UserRound className="icon" aria-hidden />}>
          {say('frame.account')}
        </Menu.Item>
        <Choices />
        <hr />
        <Menu.Item onClick={() => void signOut()} leftSection={<LogOut className="icon" aria-hidden />}>
          {say('frame.sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Choices() {
  const { say, language } = useWords()
  const choose = useContext(LanguageContext)
  const [theme, chooseTheme] = useTheme()
  const tick = (chosen: boolean) => (chosen ? <Check className="icon" aria-hidden /> : <span className="icon" />)
  return (
    <>
      <Menu.Label>{say('frame.theme')}</Menu.Label>
      {THEMES.map((one) => (
        <Menu.Item key={one} rightSection={tick(one === theme)} onClick={() => chooseTheme(one)}>
          {say(`frame.theme_${one}`)}
        </Menu.Item>
      ))}
      <Menu.Label>{say('frame.language')}</Menu.Label>
      {/* The keys of an object are its languages. */}
      {(Object.keys(LANGUAGES) as Language[]).map((one) => (
        <Menu.Item key={one} rightSection={tick(one === language)} onClick={() => choose(one)}>
          {LANGUAGES[one]}
        </Menu.Item>
      ))}
    </>
  )
}
