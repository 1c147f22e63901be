import { useQueries } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { call } from '../../api/call.ts'
import type { Input, Output } from '../../api/operations.ts'
import { WorkspaceId } from '../../api/workspace-id.ts'
import { keyOf, type WorkItem } from './groups.ts'

/** What waits, page after page: all pages that were asked for are kept up to date. */
export function useWork(filters: Omit<Input<'listWork'>, 'cursor' | 'per_page'>) {
  const workspace = useContext(WorkspaceId)
  const name = JSON.stringify(filters)
  const [read, setRead] = useState({ name, cursors: [''] })
  const cursors = read.name === name ? read.cursors : ['']
  const pages = useQueries({
    queries: cursors.map((cursor) => {
      const input = { ...filters, per_page: 50, cursor }
      return {
        queryKey: [workspace, 'listWork', input],
        queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Output<'listWork'>> =>
          (await call('listWork', input, { workspace, signal })).value,
        refetchInterval: 60_000,
      }
    }),
  })
  const [first] = pages
  const last = pages.at(-1)
  const next = last?.data?.meta.next_cursor
  // Between two answers, an item can have moved to another page.
  const items = new Map<string, WorkItem>()
  for (const { data } of pages) for (const item of data?.data ?? []) items.set(keyOf(item), item)
  if (!first) throw new Error('The first page is always requested')
  return {
    first,
    items: [...items.values()],
    hasMore: typeof next === 'string',
    isLoadingMore: last?.isPending ?? false,
    more: () => typeof next === 'string' && setRead({ name, cursors: [...cursors, next] }),
  }
}
