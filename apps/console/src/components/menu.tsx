import { Ellipsis } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, useEffect, useId, useState } from 'react'
import { useI18n } from '../i18n/i18n.ts'
import { NotLoaded } from './loading/not-loaded.tsx'
import { usePart } from './loading/part.ts'
import type { MenuAction, MenuEntry, MenuPosition } from './overlays/menu-entry.ts'
import { OVERLAYS } from './overlays/part.ts'

/** A closed menu returns the focus to its button after 10 ms. */
const RETURNED_MS = 20

/** Runs an action of a menu that moves the focus elsewhere, once the menu has returned it. */
export function afterMenu(act: () => void): void {
  setTimeout(act, RETURNED_MS)
}

/** The props that open the menu, for its button. */
type ButtonProps = Pick<
  ComponentProps<'button'>,
  'id' | 'onClick' | 'onPointerEnter' | 'onFocus' | 'aria-busy' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls'
> & { ref: Ref<HTMLButtonElement> }

interface PopMenuProps {
  entries: readonly MenuEntry[]
  position: MenuPosition
  /** Whether it is as wide as its button. */
  isWide?: boolean
  opensAtOnce?: boolean
  /** Its button. */
  children(own: ButtonProps): ReactNode
}

/** A button with a menu. What shows the entries is loaded when somebody is about to open a menu. */
export function PopMenu({ entries, position, isWide = false, opensAtOnce = false, children }: PopMenuProps) {
  const id = useId()
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const overlays = usePart(OVERLAYS, isOpen)
  useEffect(() => {
    if (isOpen) setOpened(true)
  }, [isOpen])
  useEffect(() => {
    if (!opensAtOnce || !button) return
    // The element that gets the focus when the menu is closed.
    button.focus()
    setOpen(true)
  }, [opensAtOnce, button])
  const close = () => setOpen(false)
  const isShown = isOpen && overlays.is === 'loaded'
  const own: ButtonProps = {
    id,
    ref: setButton,
    onPointerEnter: OVERLAYS.loadAhead,
    onFocus: OVERLAYS.loadAhead,
    onClick: () => setOpen(!isOpen),
    'aria-busy': (isOpen && overlays.is === 'loading') || undefined,
    'aria-haspopup': 'menu',
    'aria-expanded': isShown,
    'aria-controls': isShown ? `${id}-dropdown` : undefined,
  }
  const parts = { id, button, entries, position, isWide, isOpen, onChange: setOpen }
  return (
    <>
      {children(own)}
      {wasOpened && overlays.is === 'loaded' && button && <overlays.module.MenuEntries {...parts} button={button} />}
      {isOpen && overlays.is === 'failed' && <NotLoaded retry={OVERLAYS.load} onClose={close} />}
    </>
  )
}

interface ActionMenuProps {
  of: string
  actions: readonly (MenuAction | undefined | false)[]
  opensAtOnce?: boolean
}

/** A menu of further actions for a record. Undefined and false entries are left out. */
export function ActionMenu({ of, actions, opensAtOnce = false }: ActionMenuProps) {
  const shown = actions.filter((action) => action !== undefined && action !== false)
  if (shown.length === 0) return null
  return (
    <PopMenu entries={shown} position="bottom-end" opensAtOnce={opensAtOnce}>
      {(own) => <MenuButton of={of} {...own} />}
    </PopMenu>
  )
}

/** The button of a menu that is made when somebody opens it: for the rows of long lists. */
export function LaterMenu({ of, menu }: { of: string; menu(): ReactNode }) {
  const [isMade, make] = useState(false)
  return isMade ? (
    menu()
  ) : (
    <MenuButton of={of} aria-haspopup="menu" onPointerEnter={OVERLAYS.loadAhead} onClick={() => make(true)} />
  )
}

function MenuButton({ of, ...others }: ComponentProps<'button'> & { of: string }) {
  const { t } = useI18n()
  return (
    <button type="button" aria-label={t('common.more_about', { name: of })} {...others} className="btn bare sq">
      <Ellipsis className="icon" aria-hidden />
    </button>
  )
}
