import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'
import type { Selection } from './selection.ts'

interface BulkBarProps<R> {
  selection: Selection<R>
  /** The actions. */
  children: ReactNode
}

/** The actions for the selected rows, with their number, and the offer to select all that match. */
export function BulkBar<R>({ selection: { rows, clear, matching }, children }: BulkBarProps<R>) {
  const { t, number } = useI18n()
  return (
    <section className="bulk" aria-label={t('selection.selected', { count: rows.length })}>
      <b role="status">
        {matching?.isLoading
          ? t('selection.loading', { number: number(matching.loaded) })
          : t('selection.selected', { count: rows.length })}
      </b>
      {matching && (
        <Button look="bare" busy={matching.isLoading} onClick={() => void matching.select()}>
          {t('selection.matching')}
        </Button>
      )}
      {children}
      <Button look="bare" square aria-label={t('selection.clear')} onClick={clear}>
        <X className="icon" aria-hidden />
      </Button>
    </section>
  )
}
