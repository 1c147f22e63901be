import { Check, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useI18n } from '../i18n/i18n.ts'

interface Toast {
  id: number
  text: string
  /** Undoes the action. */
  undo?: (() => unknown) | undefined
}

const LASTS_MS = 10_000

/** Short messages about finished actions, each shown for some seconds. */
function createToasts() {
  let shown: readonly Toast[] = []
  let last = 0
  const listeners = new Set<() => void>()
  const change = (next: readonly Toast[]) => {
    shown = next
    for (const listener of listeners) listener()
  }
  const drop = (id: number) => change(shown.filter((toast) => toast.id !== id))
  return {
    drop,
    show: (text: string, undo?: () => unknown) => change([...shown.slice(-2), { id: ++last, text, undo }]),
    list: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** One store for the page, shared by the callers and the component that shows the messages. */
export const toasts = createToasts()

/** The messages. Ctrl Z undoes the newest action that a message offers to undo; in a text field, it undoes what was typed. */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.list)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target, defaultPrevented } = event
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || defaultPrevented) return
      if (target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]')) return
      const newest = toasts.list().findLast(({ undo }) => undo !== undefined)
      if (!newest) return
      event.preventDefault()
      toasts.drop(newest.id)
      void newest.undo?.()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <Shown key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function Shown({ toast: { id, text, undo } }: { toast: Toast }) {
  const { t } = useI18n()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      // It stays while the pointer is over it.
      if (!place.current?.matches(':hover, :focus-within')) toasts.drop(id)
    }, LASTS_MS)
    return () => clearInterval(timer)
  }, [id])
  const back = async () => {
    toasts.drop(id)
    await undo?.()
  }
  return (
    <div className="toast" ref={place}>
      <Check className="icon" aria-hidden />
      <span>{text}</span>
      {undo && (
        <button type="button" className="btn bare undo" onClick={back}>
          {t('common.undo')}
        </button>
      )}
      <button type="button" className="btn bare sq" aria-label={t('common.close')} onClick={() => toasts.drop(id)}>
        <X className="icon" aria-hidden />
      </button>
    </div>
  )
}
