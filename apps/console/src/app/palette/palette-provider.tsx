import { CircleHelp, Search } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useCharacterKeys } from '../../workspace/character-keys.ts'
import type { PaletteDialog } from '../../workspace/palette/palette-item.ts'
import { type EarlyKeys, takeEarlyKeys } from './early-keys.ts'
import { useShortcuts } from './shortcuts.ts'
import './palette.css'

const Palette = lazyDialog(() => import('./palette.tsx'), 'Palette')
const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog')

const PaletteContext = createContext<{ palette(): void; keys(): void } | undefined>(undefined)

/** Opens the palette and its dialogs on every page, by keyboard shortcuts and by the buttons below. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<'palette' | 'keys' | { dialog: PaletteDialog }>()
  const early = useRef<EarlyKeys>(undefined)
  const palette = useCallback(() => {
    early.current?.stop()
    early.current = takeEarlyKeys()
    setOpen('palette')
  }, [])
  const keys = useCallback(() => setOpen('keys'), [])
  const close = () => {
    early.current?.stop()
    setOpen(undefined)
  }
  const openers = useMemo(() => ({ palette, keys }), [palette, keys])
  useShortcuts({ onPalette: palette, onHelp: keys })
  return (
    <PaletteContext value={openers}>
      {children}
      {open === 'palette' && (
        <Palette early={early.current} onClose={close} onDialog={(dialog) => setOpen({ dialog })} />
      )}
      {open === 'keys' && <ShortcutsDialog onClose={close} />}
      {typeof open === 'object' && open.dialog(close)}
    </PaletteContext>
  )
}

/** Opens the palette. */
export function PaletteButton() {
  const { t } = useI18n()
  const openers = useContext(PaletteContext)
  return (
    <button type="button" className="find-or-do" onClick={openers?.palette}>
      <Search className="icon" aria-hidden />
      <span className="cut">{t('palette.open')}</span>
      <kbd>Ctrl K</kbd>
    </button>
  )
}

/** Opens the palette from a menu, which closes. */
export function PaletteMenuItem({ onOpen }: { onOpen(): void }) {
  const { t } = useI18n()
  const openers = useContext(PaletteContext)
  const open = () => {
    onOpen()
    openers?.palette()
  }
  return (
    <button type="button" className="pop-item" onClick={open}>
      <Search className="icon" aria-hidden />
      {t('palette.open')}
    </button>
  )
}

/** Opens the list of keyboard shortcuts. */
export function ShortcutsButton() {
  const { t } = useI18n()
  const isOn = useCharacterKeys()
  const openers = useContext(PaletteContext)
  return (
    <button type="button" onClick={openers?.keys}>
      <CircleHelp className="icon" aria-hidden />
      {t('palette.keys')}
      {isOn && <kbd className="right">?</kbd>}
    </button>
  )
}
