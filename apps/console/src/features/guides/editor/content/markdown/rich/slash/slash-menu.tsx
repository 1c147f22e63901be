import type { EditorView } from 'prosemirror-view'
import { type RefObject, useEffect, useId, useState } from 'react'
import { useI18n } from '../../../../../../../i18n/i18n.ts'
import { BLOCK_ACTIONS } from '../../text-actions.ts'
import type { Slash } from './slash.ts'

/** Handles a key of the text in the menu. @returns whether it was used */
export type SlashKeys = (event: KeyboardEvent) => boolean

const BLOCKS = [...BLOCK_ACTIONS, 'image', 'video'] as const
export type BlockAction = (typeof BLOCKS)[number]

interface SlashMenuProps {
  slash: Slash
  view: EditorView
  /** The handler that gets the keys first. */
  keys: RefObject<SlashKeys | undefined>
  hasVideo: boolean
  onChoose(action: BlockAction): void
  onClose(): void
}

/** The menu of block types below a slash at the beginning of a paragraph. */
export function SlashMenu({ slash, view, keys, hasVideo, onChoose, onClose }: SlashMenuProps) {
  const { t } = useI18n()
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const query = slash.query.toLowerCase()
  const found = BLOCKS.filter(
    (action) => (action !== 'video' || hasVideo) && t(`editor.${action}`).toLowerCase().includes(query),
  )
  const at = Math.min(chosen, found.length - 1)
  const current = found[at]

  keys.current = (event) => {
    if (current === undefined) return false
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') onChoose(current)
    else if (event.key === 'ArrowDown') setChosen((at + 1) % found.length)
    else if (event.key === 'ArrowUp') setChosen((at + found.length - 1) % found.length)
    else return false
    event.preventDefault()
    return true
  }
  useEffect(
    () => () => {
      keys.current = undefined
    },
    [keys],
  )
  useEffect(() => {
    if (current) view.dom.setAttribute('aria-activedescendant', `${id}-${current}`)
    return () => view.dom.removeAttribute('aria-activedescendant')
  }, [view, id, current])

  if (current === undefined) return null
  const caret = view.coordsAtPos(slash.from)
  const box = view.dom.getBoundingClientRect()
  return (
    <div
      className="pop slash"
      role="listbox"
      aria-label={t('editor.formatting')}
      style={{ top: caret.bottom - box.top + 4, left: caret.left - box.left }}
    >
      {found.map((action) => (
        // The text keeps the focus, and takes the keys for it.
        <div
          key={action}
          id={`${id}-${action}`}
          className="pop-item"
          role="option"
          tabIndex={-1}
          aria-selected={action === current}
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(action)
          }}
        >
          {t(`editor.${action}`)}
        </div>
      ))}
    </div>
  )
}
