import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'

interface FiltersProps {
  /** The number of active filters. */
  count: number
  children: ReactNode
}

/** The filters of a list; on a phone they open by a button, so that the list begins at the top. */
export function Filters({ count, children }: FiltersProps) {
  const { t, number } = useI18n()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button className="filters-button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <ListFilter className="icon" aria-hidden />
        {t('common.filters')}
        {count > 0 && <span className="n">{number(count)}</span>}
      </Button>
      <div id={id} className={open ? 'filters open' : 'filters'}>
        {children}
      </div>
    </>
  )
}
