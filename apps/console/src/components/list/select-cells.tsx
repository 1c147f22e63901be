import type { Rows } from '../../api/list/use-list.ts'
import { useI18n } from '../../i18n/i18n.ts'
import type { Selection } from './selection.ts'

interface SelectAllProps<R> {
  list: Rows<R>
  selection: Selection<R>
}

/** The head of the column that selects all loaded rows. */
export function SelectAllHead<R>({ list, selection: { isAll, select } }: SelectAllProps<R>) {
  const { t } = useI18n()
  return (
    <th scope="col">
      <input
        type="checkbox"
        aria-label={t('selection.all')}
        checked={isAll}
        onChange={() => select(list.known(), !isAll)}
      />
    </th>
  )
}

interface SelectProps {
  name: string
  isSelected: boolean
  onSelect(isOn: boolean): void
}

/** The cell that selects a row. */
export function SelectCell({ name, isSelected, onSelect }: SelectProps) {
  const { t } = useI18n()
  return (
    <td>
      <input
        type="checkbox"
        aria-label={t('selection.one', { name })}
        checked={isSelected}
        onChange={(event) => onSelect(event.target.checked)}
      />
    </td>
  )
}
