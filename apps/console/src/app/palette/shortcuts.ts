import { useEffect, useRef } from 'react'
import type { SingleKey } from '../../i18n/keys.ts'
import { useGo } from '../../workspace/link.tsx'

/** After G, the letter of a place. */
export const PLACE_KEYS: readonly { key: string; to: string; name: SingleKey }[] = [
  { key: 'o', to: '/', name: 'nav.overview' },
  { key: 'e', to: '/enrollments', name: 'nav.enrollments' },
  { key: 'g', to: '/guides', name: 'nav.guides' },
  { key: 'c', to: '/contacts', name: 'nav.contacts' },
  { key: 'r', to: '/organisations', name: 'nav.organisations' },
  { key: 'a', to: '/analytics', name: 'nav.analytics' },
  { key: 's', to: '/settings', name: 'nav.settings' },
]

/** How long a G waits for its letter. */
const PAUSE_MS = 1500

interface Shortcuts {
  onPalette(): void
  onHelp(): void
}

/** The keys that work everywhere. Letters do nothing while somebody types, or where a dialog is open. */
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
      if (ctrlKey || metaKey || altKey || isTaken(event.target)) return
      if (key === '?') return onHelp()
      const place = PLACE_KEYS.find((one) => one.key === key)
      const isSecond = performance.now() - beganAt.current < PAUSE_MS
      beganAt.current = key === 'g' && !isSecond ? performance.now() : Number.NEGATIVE_INFINITY
      if (place && isSecond) go(place.to)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [go, onPalette, onHelp])
}

function isTaken(target: EventTarget | null): boolean {
  const typing = 'input, textarea, select, [contenteditable=true], [role=dialog] *, [role=menu] *'
  return (
    (target instanceof Element && target.closest(typing) !== null) || document.querySelector('[role=dialog]') !== null
  )
}
