import { Menu } from '@mantine/core'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { useI18n } from '../i18n/i18n.ts'

/** The props of every menu: its first entry gets the focus, and it is in the main region of the page. */
export const MENU = {
  withInitialFocusPlaceholder: false,
  portalProps: { target: '#main' },
  transitionProps: { duration: 0 },
} as const

/** A closed menu returns the focus to its button after 10 ms. */
const RETURNED_MS = 20

/** Runs an action of a menu that moves the focus elsewhere, once the menu has returned it. */
export function afterMenu(act: () => void): void {
  setTimeout(act, RETURNED_MS)
}

interface MenuAction {
  icon: LucideIcon
  text: string
  /** If several actions may have one text. */
  key?: string
  danger?: boolean
  run(): unknown
}

interface ActionMenuProps {
  of: string
  actions: readonly (MenuAction | undefined | false)[]
  opensAtOnce?: boolean
}

/** A menu of further actions for a record. Undefined and false entries are left out. */
export function ActionMenu({ of, actions, opensAtOnce = false }: ActionMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!opensAtOnce) return
    // The element that gets the focus when the menu is closed.
    button.current?.focus()
    setOpen(true)
  }, [opensAtOnce])
  const shown = actions.filter((action) => action !== undefined && action !== false)
  if (shown.length === 0) return null
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      {...MENU}
      classNames={{ dropdown: 'pop', item: 'pop-item' }}
    >
      <Menu.Target>
        <MenuButton of={of} ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map(({ icon: Icon, text, key = text, danger, run }) => (
          <Menu.Item
            key={key}
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

/** The button of a menu that is made when somebody opens it: for the rows of long lists. */
export function LaterMenu({ of, menu }: { of: string; menu(): ReactNode }) {
  const [isMade, make] = useState(false)
  return isMade ? menu() : <MenuButton of={of} aria-haspopup="menu" onClick={() => make(true)} />
}

function MenuButton({ of, ...others }: ComponentProps<'button'> & { of: string }) {
  const { t } = useI18n()
  return (
    <button type="button" aria-label={t('common.more_about', { name: of })} {...others} className="btn bare sq">
      <Ellipsis className="icon" aria-hidden />
    </button>
  )
}
