import { useSyncExternalStore } from 'react'

const STORAGE_KEY = 'handrail.character_keys'
/** Sent to the window of this tab; other tabs get `storage`. */
const CHANGED = 'handrail:character-keys'

/** Whether shortcuts of one character are on in this browser (WCAG 2.2, 2.1.4). Those with Ctrl, and Enter, always are. */
function areCharacterKeysOn(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== 'off'
}

export function switchCharacterKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORAGE_KEY)
  else localStorage.setItem(STORAGE_KEY, 'off')
  window.dispatchEvent(new Event(CHANGED))
}

export function useCharacterKeys(): boolean {
  return useSyncExternalStore(subscribe, areCharacterKeysOn)
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange)
  window.addEventListener('storage', onChange)
  return () => {
    window.removeEventListener(CHANGED, onChange)
    window.removeEventListener('storage', onChange)
  }
}

/** Whether a key is for the page: not typed in a field, a menu or a dialog, and without Ctrl, Alt or the command key. */
export function isForPage({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector('[role=dialog]')) return false
  const typing = 'input, textarea, select, [contenteditable=true], [role=menu] *'
  return !(target instanceof Element && target.closest(typing))
}

/** Whether a key is for the page and may be a shortcut of one character. */
export function isCharacterShortcut(event: KeyboardEvent): boolean {
  return isForPage(event) && areCharacterKeysOn()
}
