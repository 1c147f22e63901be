import { HeadlessMantineProvider, Menu } from '@mantine/core'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { MenuEntry, MenuPosition } from './menu-entry.ts'
import { Target } from './target.tsx'

interface MenuEntriesProps {
  id: string
  button: HTMLButtonElement
  entries: readonly MenuEntry[]
  position: MenuPosition
  isWide: boolean
  isOpen: boolean
  onChange(isOpen: boolean): void
}

/** The entries of a menu, beside its button, in the main region of the page. The first one gets the focus. */
export function MenuEntries({ id, button, entries, position, isWide, isOpen, onChange }: MenuEntriesProps) {
  // The library returns the focus only if it has seen the menu closed.
  const [isShown, show] = useState(false)
  useEffect(() => show(isOpen), [isOpen])
  return (
    <HeadlessMantineProvider>
      <Menu
        id={id}
        opened={isShown}
        onChange={onChange}
        position={position}
        {...(isWide && { width: 'target' })}
        withInitialFocusPlaceholder={false}
        portalProps={{ target: '#main' }}
        transitionProps={{ duration: 0 }}
        classNames={{ dropdown: 'pop', item: 'pop-item', label: 'pop-label' }}
      >
        <Menu.Target>
          <Target element={button} />
        </Menu.Target>
        <Menu.Dropdown>
          {entries.map((entry) => (
            <Entry key={typeof entry === 'string' ? entry : (entry.key ?? entry.text)} entry={entry} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </HeadlessMantineProvider>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === 'line') return <hr />
  const { text, run } = entry
  if (!run) return <Menu.Label>{text}</Menu.Label>
  const { icon: Icon, hint, danger, isChosen } = entry
  return (
    <Menu.Item
      className={danger ? 'danger' : ''}
      onClick={() => void run()}
      leftSection={Icon && <Icon className="icon" aria-hidden />}
      rightSection={isChosen === undefined ? undefined : <Tick isShown={isChosen} />}
    >
      {hint ? (
        <>
          <span className="cut">{text}</span> <span className="soft">{hint}</span>
        </>
      ) : (
        text
      )}
    </Menu.Item>
  )
}

function Tick({ isShown }: { isShown: boolean }) {
  return isShown ? <Check className="icon" aria-hidden /> : <span className="icon" />
}
