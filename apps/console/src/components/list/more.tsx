import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'

/** The next page of a list, where there is one. */
export function More<T>({ query }: { query: UseInfiniteQueryResult<T> }) {
  const { t } = useI18n()
  if (!query.hasNextPage) return null
  return (
    <div className="more">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('common.show_more')}
      </Button>
    </div>
  )
}
