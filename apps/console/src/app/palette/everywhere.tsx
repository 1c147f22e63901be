import { CircleHelp, Search } from 'lucide-react'
import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useMemo, useState } from 'react'
import { NotLoaded } from '../../components/dialog/not-loaded.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import type { PaletteDialog } from '../../workspace/palette/palette-item.ts'
import { useShortcuts } from './shortcuts.ts'
import './palette.css'

const Palette = lazy(() => import('./palette.tsx').then((part) => ({ default: part.Palette }), notLoaded))
const AskedDialog = lazy(() => import('./asked-dialog.tsx').then((part) => ({ default: part.AskedDialog }), notLoaded))
const ShortcutsDialog = lazy(() =>
  import('./keys-sheet.tsx').then((part) => ({ default: part.ShortcutsDialog }), notLoaded),
)

/** Without a connection the page stays as it is, and says why nothing more opened. */
function notLoaded() {
  return { default: NotLoaded }
}

const PaletteContext = createContext<{ palette(): void; keys(): void } | undefined>(undefined)

/** What opens from everywhere, by keys and by the buttons below; it is loaded when it is opened. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<'palette' | 'keys' | PaletteDialog>()
  const palette = useCallback(() => setOpen('palette'), [])
  const keys = useCallback(() => setOpen('keys'), [])
  const close = () => setOpen(undefined)
  const openers = useMemo(() => ({ palette, keys }), [palette, keys])
  useShortcuts({ onPalette: palette, onHelp: keys })
  return (
    <PaletteContext value={openers}>
      {children}
      <Suspense>
        {open === 'palette' && <Palette onClose={close} onAsk={setOpen} />}
        {open === 'keys' && <ShortcutsDialog onClose={close} />}
        {typeof open === 'object' && <AskedDialog asked={open} onClose={close} />}
      </Suspense>
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
      {t('palette.open')}
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

/** Opens what the keys do. */
export function ShortcutsButton() {
  const { t } = useI18n()
  const openers = useContext(PaletteContext)
  return (
    <button type="button" onClick={openers?.keys}>
      <CircleHelp className="icon" aria-hidden />
      {t('palette.keys')}
      <kbd className="right">?</kbd>
    </button>
  )
}
