import { Bookmark } from 'lucide-react'
import { useI18n } from '../../i18n/i18n.ts'
import { matchingItems } from '../../workspace/palette/matching-items.ts'
import { MAX_MATCHES, type PaletteItem, type PaletteMatches } from '../../workspace/palette/palette-item.ts'
import { addressOf } from './address.ts'
import { useViews } from './use-views.ts'

/** The saved views whose names match what was typed. */
export function useViewMatches(query: string): PaletteMatches {
  const { t } = useI18n()
  const items = useViews().map(
    (view): PaletteItem => ({
      id: view.id,
      text: view.name,
      icon: Bookmark,
      hint: t(`nav.${view.list}`),
      target: addressOf(view),
    }),
  )
  const found = query === '' ? [] : matchingItems(items, query).slice(0, MAX_MATCHES)
  return { group: { title: t('views.title'), items: found }, isLoading: false, error: null }
}
