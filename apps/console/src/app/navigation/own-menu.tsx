import { Menu } from '@mantine/core'
import { Check, ChevronsUpDown, LogOut, UserRound } from 'lucide-react'
import { useContext } from 'react'
import { BASE } from '../../door/base.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { MENU } from '../../parts/menu.tsx'
import { LANGUAGES, type Language, useWords } from '../../words/words.ts'
import { LanguageContext } from '../language.ts'
import { signOut } from '../sign-out.ts'
import { THEMES } from '../theme.ts'
import { useTheme } from '../use-theme.ts'
import { useHere } from '../workspace.ts'

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

const ROLES = { viewer: 'role.viewer', editor: 'role.editor', admin: 'role.admin', owner: 'role.owner' } as const

export function roleKey(role: string): (typeof ROLES)[keyof typeof ROLES] {
  return Object.hasOwn(ROLES, role) ? ROLES[role as keyof typeof ROLES] : 'role.viewer'
}
