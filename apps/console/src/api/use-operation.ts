import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useContext } from 'react'
import { call, type OperationResponse } from './call.ts'
import type { Input, Name, Output } from './operations.ts'
import { WorkspaceId } from './workspace-id.ts'

interface QueryOptions<T> {
  enabled?: boolean
  /** Keeps the previous answer while another input is requested. */
  keep?: boolean
  /** Milliseconds until it is requested again, which may depend on the answer. */
  every?: number | ((value: T | undefined) => number | false)
}

/** The answer of an operation, cached and requested again when it becomes stale. */
export function useOperation<N extends Name>(
  name: N,
  input: Input<N>,
  options: QueryOptions<Output<N>> = {},
): UseQueryResult<Output<N>> {
  const { enabled = true, keep, every = false } = options
  const workspace = useContext(WorkspaceId)
  const query = useQuery({
    queryKey: [workspace, name, input],
    queryFn: async ({ signal }): Promise<unknown> => (await call(name, input, { workspace, signal })).value,
    enabled,
    // The operation's schema describes the data.
    refetchInterval: typeof every === 'function' ? ({ state }) => every(state.data as Output<N> | undefined) : every,
    ...(keep && { placeholderData: keepPreviousData }),
  })
  // The server answers as the operation's schema says.
  return query as UseQueryResult<Output<N>>
}

/** The record for a form, with its entity tag. Unlike `useOperation`, it is never refreshed while mounted. */
export function useEditable<N extends Name>(name: N, input: Input<N>): UseQueryResult<OperationResponse<N>> {
  const workspace = useContext(WorkspaceId)
  return useQuery({
    queryKey: [workspace, name, input, 'editable'],
    queryFn: ({ signal }) => call(name, input, { workspace, signal }),
    refetchOnWindowFocus: false,
    // Text must not change while somebody types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

interface MutationOptions<N extends Name> {
  onSuccess?(value: Output<N>, input: Input<N>): unknown
  /** Whether the component shows errors itself; otherwise they are shown as a toast. */
  shown?: boolean
}

/** Runs an operation that changes something, and then invalidates all queries. */
export function useOperationMutation<N extends Name>(
  name: N,
  options: MutationOptions<N> = {},
): UseMutationResult<Output<N>, unknown, Input<N>> {
  const workspace = useContext(WorkspaceId)
  const client = useQueryClient()
  return useMutation({
    meta: { shown: options.shown ?? false },
    mutationFn: async (input: Input<N>) => (await call(name, input, { workspace })).value,
    onSuccess: async (value, input) => {
      await options.onSuccess?.(value, input)
      await client.invalidateQueries()
    },
  })
}
