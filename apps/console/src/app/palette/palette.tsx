import { type KeyboardEvent, useContext, useEffect, useId, useState } from 'react'
import { WorkspaceId } from '../../api/workspace-id.ts'
import { BASE } from '../../base-path.ts'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { ReadFault } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useGo } from '../../workspace/link.tsx'
import type { PaletteDialog, PaletteItem, PaletteRecord, PaletteTarget } from '../../workspace/palette/palette-item.ts'
import type { EarlyKeys } from './early-keys.ts'
import { Field } from './field.tsx'
import { Results } from './results.tsx'
import { useResults } from './use-results.ts'
import './palette.css'

interface PaletteProps {
  /** The keys since it was opened. */
  early?: EarlyKeys | undefined
  onClose(): void
  /** Opens a dialog in place of the palette. */
  onDialog(dialog: PaletteDialog): void
}

/** Searches commands, records and pages as one types, and opens or runs the chosen one; for a record it also offers actions. */
export function Palette({ early, onClose, onDialog }: PaletteProps) {
  const { t } = useI18n()
  const list = useId()
  const [typed, setTyped] = useState(early?.text() ?? '')
  const [at, setAt] = useState(0)
  const [record, setRecord] = useState<PaletteRecord>()
  const { groups, isLoading, error } = useResults(record, typed)
  const all = groups.flatMap((group) => group.items)
  const chosen = Math.min(at, all.length - 1)
  const openTarget = useOpenTarget()
  useEffect(() => {
    early?.follow(setTyped)
    return () => early?.stop()
  }, [early])
  const open = (one: PaletteItem | undefined, inTab: boolean) => {
    if (!one) return
    if (one.dialog) return onDialog(one.dialog)
    if (one.target) openTarget(one.target, inTab)
    void one.run?.()
    onClose()
  }
  const enter = (next: PaletteRecord | undefined) => {
    setRecord(next)
    setTyped('')
    setAt(0)
  }
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: field } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    const isAtEnd = field.selectionStart === field.value.length
    const into = key === 'ArrowRight' && isAtEnd ? all[chosen]?.record : undefined
    if (step !== undefined && all.length > 0) setAt((chosen + step + all.length) % all.length)
    else if (into) enter(into)
    else if (record && typed === '' && (key === 'ArrowLeft' || key === 'Backspace')) enter(undefined)
    else if (key === 'Enter') open(all[chosen], event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }
  const field = (
    <Field
      record={record}
      typed={typed}
      list={list}
      chosen={all.length > 0 ? chosen : undefined}
      onType={(text) => {
        setTyped(text)
        setAt(0)
      }}
      onKeyDown={pressed}
      onFocus={() => early?.stop()}
    />
  )
  return (
    <Dialog
      title={record ? t('palette.with', { name: record.name }) : t('palette.title')}
      head={field}
      onClose={onClose}
    >
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
          {isLoading && t('palette.looking')}
          {all.length === 0 && !isLoading && !error && t('palette.nothing')}
        </p>
        <ReadFault error={error} />
      </div>
      <Foot hasMore={all[chosen]?.record !== undefined} isWith={record !== undefined} />
    </Dialog>
  )
}

/** The keys of the palette. */
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

/** Opens a page, in this tab or in a new one. */
function useOpenTarget(): (target: PaletteTarget, inTab: boolean) => void {
  const go = useGo()
  const workspace = useContext(WorkspaceId)
  return ({ to, search }, inTab) => {
    const query = new URLSearchParams(Object.entries(search ?? {}).map(([name, value]) => [name, value ?? '']))
    const address = `${BASE}/w/${workspace}${to}${search ? `?${query}` : ''}`
    if (inTab) window.open(address, '_blank', 'noopener')
    else go(to, search)
  }
}
