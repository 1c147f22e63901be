import { useEffect, useRef } from 'react'
import { isCharacterShortcut } from '../../workspace/character-keys.ts'
import { useGo } from '../../workspace/link.tsx'
import { SHORTCUTS } from '../nav-items.ts'

/** The time after `G` in which its letter counts. */
const PAUSE_MS = 1500

interface Shortcuts {
  onPalette(): void
  onHelp(): void
}

/** The keyboard shortcuts of every page. Those without Ctrl do nothing in a text field, in a dialog, or once they are off. */
export function useShortcuts({ onPalette, onHelp }: Shortcuts): void {
  const go = useGo()
  const beganAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) {
        event.preventDefault()
        return onPalette()
      }
      if (!isCharacterShortcut(event)) return
      if (key === '?') return onHelp()
      const item = SHORTCUTS.find(({ shortcut }) => shortcut === key)
      const isSecond = performance.now() - beganAt.current < PAUSE_MS
      beganAt.current = key === 'g' && !isSecond ? performance.now() : Number.NEGATIVE_INFINITY
      if (item && isSecond) go(item.to)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [go, onPalette, onHelp])
}
