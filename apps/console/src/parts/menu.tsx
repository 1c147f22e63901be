import { Menu } from '@mantine/core'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useWords } from '../words/words.ts'

export interface MenuAction {
  icon: LucideIcon
  text: string
  danger?: boolean
  run(): unknown
}

/** What can be done with a record beyond the main thing. Undefined and false entries are left out. */
export function ActionMenu({ of, actions }: { of: string; actions: readonly (MenuAction | undefined | false)[] }) {
  const { say } = useWords()
  const shown = actions.filter((action) => action !== undefined && action !== false)
  if (shown.length === 0) return null
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }} classNames={{ dropdown: 'pop', item: 'pop-item' }}>
      <Menu.Target>
        <button type="button" className="btn bare sq" aria-label={say('common.more_about', { name: of })}>
          <Ellipsis className="icon" aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map(({ icon: Icon, text, danger, run }) => (
          <Menu.Item
            key={text}
            className={danger ? 'danger' : ''}
            onClick={() => void run()}
            leftSection={<Icon className="icon" aria-hidden />}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
