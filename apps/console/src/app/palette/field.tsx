import { Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import type { PaletteRecord } from '../../workspace/palette/palette-item.ts'

interface FieldProps {
  /** The record whose actions are listed. */
  record: PaletteRecord | undefined
  typed: string
  /** The id of the list below. */
  list: string
  /** The place of what is chosen there. */
  chosen: number | undefined
  onType(text: string): void
  onKeyDown(event: KeyboardEvent<HTMLInputElement>): void
  onFocus(): void
}

/** The search field of the palette. */
export function Field({ record, typed, list, chosen, onType, onKeyDown, onFocus }: FieldProps) {
  const { t } = useI18n()
  const label = t(record ? 'palette.type_action' : 'palette.type')
  return (
    <>
      <Search className="icon soft" aria-hidden />
      {record && <span className="chip">{record.name}</span>}
      <input
        className="grow"
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={chosen !== undefined}
        aria-controls={list}
        aria-activedescendant={chosen === undefined ? undefined : `${list}-${chosen}`}
        autoComplete="off"
        data-autofocus
        placeholder={label}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          // What was typed before it had the focus stays before what comes.
          target.setSelectionRange(target.value.length, target.value.length)
          onFocus()
        }}
      />
    </>
  )
}
