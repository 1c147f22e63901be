import { GripVertical } from 'lucide-react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { useI18n } from '../../../../i18n/i18n.ts'
import { handleId, type Sorting } from './use-sorting.ts'

interface HandleProps {
  id: string
  title: string
  sorting: Sorting
}

/** By which a step or a section is dragged; by keys it is lifted, moved and put down. */
export function Handle({ id, title, sorting }: HandleProps) {
  const { t } = useI18n()
  const isLifted = sorting.lifted?.id === id
  const press = (event: KeyboardEvent) => {
    if (!isLifted) return
    if (event.key === 'Escape') sorting.putBack()
    else if (event.key === 'ArrowUp') sorting.moveLifted(-1)
    else if (event.key === 'ArrowDown') sorting.moveLifted(1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    // Drawn anew in another section, it loses the focus to nobody.
    if (sorting.lifted?.by === 'keys' && isLifted && relatedTarget !== null) sorting.putDown()
  }
  return (
    <button
      type="button"
      id={handleId(id)}
      data-handle={id}
      className="handle"
      aria-label={t('sorting.handle', { title })}
      aria-describedby="sorting-help"
      aria-pressed={isLifted}
      onClick={() => sorting.liftByKeys(id)}
      onKeyDown={press}
      onBlur={leave}
    >
      <GripVertical className="icon" aria-hidden />
    </button>
  )
}
