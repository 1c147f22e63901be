import { type KeyboardEvent, useContext, useId, useState } from 'react'
import { WorkspaceId } from '../../api/workspace-id.ts'
import { BASE } from '../../base-path.ts'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { ReadFault } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useGo } from '../../workspace/link.tsx'
import type { PaletteDialog, PaletteItem, PaletteRecord } from '../../workspace/palette/palette-item.ts'
import { Field } from './field.tsx'
import { nameOf, useActions } from './items/use-actions.ts'
import { usePaletteItems } from './items/use-palette-items.ts'
import { Results } from './results.tsx'
import './palette.css'

interface PaletteProps {
  onClose(): void
  /** Opens a dialog in its place. */
  onAsk(asked: PaletteDialog): void
}

/** Finds what is called like what is typed: goes there, does it, or offers what can be done with it. */
export function Palette({ onClose, onAsk }: PaletteProps) {
  const { t } = useI18n()
  const list = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [of, setOf] = useState<PaletteRecord>()
  const [found, actions] = [usePaletteItems(of ? '' : typed), useActions(of, typed)]
  const groups = of ? actions : found.groups
  const all = groups.flatMap((group) => group.found)
  const chosen = Math.min(at, all.length - 1)
  const visit = useOpenTarget()
  const open = (one: PaletteItem | undefined, inTab: boolean) => {
    if (!one) return
    if (one.asks) return onAsk(one.asks)
    if (one.place) visit(one.place, inTab)
    void one.act?.()
    onClose()
  }
  const enter = (next: PaletteRecord | undefined) => {
    setOf(next)
    setTyped('')
    setAt(0)
  }
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: field } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    const isAtEnd = field.selectionStart === field.value.length
    const into = key === 'ArrowRight' && isAtEnd ? all[chosen]?.of : undefined
    if (step !== undefined && all.length > 0) setAt((chosen + step + all.length) % all.length)
    else if (into) enter(into)
    else if (of && typed === '' && (key === 'ArrowLeft' || key === 'Backspace')) enter(undefined)
    else if (key === 'Enter') open(all[chosen], event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }
  const field = (
    <Field
      of={of}
      typed={typed}
      list={list}
      chosen={all.length > 0 ? chosen : undefined}
      onType={(text) => {
        setTyped(text)
        setAt(0)
      }}
      onKeyDown={pressed}
    />
  )
  const isWaiting = !of && found.isWaiting
  const error = of ? undefined : found.error
  return (
    <Dialog title={of ? t('palette.with', { name: nameOf(of) }) : t('palette.title')} head={field} onClose={onClose}>
      <div className="body palette">
        <Results
          list={list}
          groups={groups}
          typed={typed}
          chosen={all[chosen]}
          onPoint={(one) => setAt(all.indexOf(one))}
          onOpen={open}
        />
        <p className="soft" role="status">
          {isWaiting && t('palette.looking')}
          {all.length === 0 && !isWaiting && !error && t('palette.nothing')}
        </p>
        <ReadFault error={error} />
      </div>
      <Foot hasMore={all[chosen]?.of !== undefined} isWith={of !== undefined} />
    </Dialog>
  )
}

/** What the keys do here. */
function Foot({ hasMore, isWith }: { hasMore: boolean; isWith: boolean }) {
  const { t } = useI18n()
  const rows = [
    [['↑', '↓'], t('palette.foot_choose')],
    [['Enter'], t('palette.foot_open')],
    [['Ctrl', 'Enter'], t('palette.foot_tab')],
    ...(hasMore ? [[['→'], t('palette.foot_more')] as const] : []),
    ...(isWith ? [[['←'], t('palette.foot_back')] as const] : []),
  ] as const
  return (
    <div className="palette-foot soft">
      {rows.map(([keys, text]) => (
        <span key={text} className="row">
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {text}
        </span>
      ))}
    </div>
  )
}

/** Goes to a page, here or in another tab. */
function useOpenTarget(): (place: NonNullable<PaletteItem['place']>, inTab: boolean) => void {
  const go = useGo()
  const workspace = useContext(WorkspaceId)
  return ({ to, search, outside = false }, inTab) => {
    const query = new URLSearchParams(Object.entries(search ?? {}).map(([name, value]) => [name, value ?? '']))
    const address = `${BASE}${outside ? to : `/w/${workspace}${to}`}${search ? `?${query}` : ''}`
    if (inTab) window.open(address, '_blank', 'noopener')
    else if (outside) window.location.assign(address)
    else go(to, search)
  }
}
