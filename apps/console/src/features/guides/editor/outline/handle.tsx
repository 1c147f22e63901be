import { GripVertical } from 'lucide-react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { useI18n } from '../../../../i18n/i18n.ts'
import { handleId, type Sorting } from './use-sorting.ts'

interface HandleProps {
  id: string
  title: string
  sorting: Sorting
}

/** The drag handle of a step or a section. By keys, it picks it up, moves and drops it. */
export function Handle({ id, title, sorting }: HandleProps) {
  const { t } = useI18n()
  const isActive = sorting.active?.id === id
  const press = (event: KeyboardEvent) => {
    if (!isActive) return
    if (event.key === 'Escape') sorting.cancel()
    else if (event.key === 'ArrowUp') sorting.moveActive(-1)
    else if (event.key === 'ArrowDown') sorting.moveActive(1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    // When it is rendered again in another section, no other element gets the focus.
    if (sorting.active?.by === 'keys' && isActive && relatedTarget !== null) sorting.drop()
  }
  return (
    <button
      type="button"
      id={handleId(id)}
      data-handle={id}
      className="handle"
      aria-label={t('sorting.handle', { title })}
      aria-describedby="sorting-help"
      aria-pressed={isActive}
      onClick={() => sorting.pickUp(id)}
      onKeyDown={press}
      onBlur={leave}
    >
      <GripVertical className="icon" aria-hidden />
    </button>
  )
}
