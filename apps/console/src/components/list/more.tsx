import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useWords } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'

/** The next page of a list, where there is one. */
export function More<T>({ query }: { query: UseInfiniteQueryResult<T> }) {
  const { say } = useWords()
  if (!query.hasNextPage) return null
  return (
    <div className="more">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {say('common.show_more')}
      </Button>
    </div>
  )
}
