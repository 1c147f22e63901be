import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useContext } from 'react'
import { call, type OperationResponse } from './call.ts'
import { type Paged, pageWithRows } from './list/page-with-rows.ts'
import type { Input, Name, Output } from './operations.ts'
import { WorkspaceId } from './workspace-id.ts'

interface Asking<T> {
  enabled?: boolean
  /** Keeps what is there while something else is asked for. */
  keep?: boolean
  /** Milliseconds after which it is asked anew, which may depend on what was answered. */
  every?: number | ((value: T | undefined) => number | false)
}

/** What an operation answers, kept, and asked again when something has changed. */
export function useOperation<N extends Name>(
  name: N,
  input: Input<N>,
  asking: Asking<Output<N>> = {},
): UseQueryResult<Output<N>> {
  const { enabled = true, keep, every = false } = asking
  const workspace = useContext(WorkspaceId)
  const query = useQuery({
    queryKey: [workspace, name, input],
    queryFn: async ({ signal }): Promise<unknown> => (await call(name, input, { workspace, signal })).value,
    enabled,
    // As above.
    refetchInterval: typeof every === 'function' ? ({ state }) => every(state.data as Output<N> | undefined) : every,
    ...(keep && { placeholderData: keepPreviousData }),
  })
  // The door answers with what the operation's schema says.
  return query as UseQueryResult<Output<N>>
}

/** As `useOperation`, with the entity tag of the record: for whoever changes it. */
export function useEditable<N extends Name>(name: N, input: Input<N>): UseQueryResult<OperationResponse<N>> {
  const workspace = useContext(WorkspaceId)
  return useQuery({
    queryKey: [workspace, name, input, 'editable'],
    queryFn: ({ signal }) => call(name, input, { workspace, signal }),
    refetchOnWindowFocus: false,
    // What is being written must not be replaced under the hands of whoever writes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** The operations that answer with a list by cursor. */
export type ListName = {
  [N in Name]: Output<N> extends { data: unknown[]; meta: { next_cursor?: string | null | undefined } } ? N : never
}[Name]

/** The list of an operation, page after page. */
export function usePages<N extends ListName>(
  name: N,
  input: Omit<Input<N>, 'cursor'>,
  enabled = true,
): UseInfiniteQueryResult<InfiniteData<Output<N>, string>> {
  const workspace = useContext(WorkspaceId)
  return useInfiniteQuery({
    queryKey: [workspace, name, input, 'pages'],
    initialPageParam: '',
    // The input with the cursor is that of a list again.
    queryFn: ({ pageParam, signal }): Promise<Output<N>> =>
      pageWithRows(
        async (cursor) =>
          (await call(name, { ...input, cursor } as Input<N>, { workspace, signal })).value as Output<N> & Paged,
        pageParam,
      ),
    getNextPageParam: ({ meta }: Paged) => meta.next_cursor ?? undefined,
    enabled,
    placeholderData: keepPreviousData,
  })
}

interface Done<N extends Name> {
  onSuccess?(value: Output<N>, input: Input<N>): unknown
  /** Whether the place that runs it shows what went wrong; else it is said at the edge of the page. */
  shown?: boolean
}

/** Runs an operation that changes something; whatever is shown is then asked anew. */
export function useOperationMutation<N extends Name>(
  name: N,
  done: Done<N> = {},
): UseMutationResult<Output<N>, unknown, Input<N>> {
  const workspace = useContext(WorkspaceId)
  const client = useQueryClient()
  return useMutation({
    meta: { shown: done.shown ?? false },
    mutationFn: async (input: Input<N>) => (await call(name, input, { workspace })).value,
    onSuccess: async (value, input) => {
      await done.onSuccess?.(value, input)
      await client.invalidateQueries()
    },
  })
}
