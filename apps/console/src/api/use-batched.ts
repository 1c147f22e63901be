import { MAX_IDS } from '@handrail/core/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'
import type { Name } from './operations.ts'
import { WorkspaceId } from './workspace-id.ts'

type Answers<V> = ReadonlyMap<string, V>

/** Reads about many records in one operation, used by each record where it is shown. */
export interface BatchedQuery<V> {
  /** The operation. When it becomes stale, all its answers are requested again. */
  name: Name
  /** @returns the known answers by id, for at most a hundred ids */
  ask(ids: string[], workspace: string | undefined): Promise<Answers<V>>
}

/** The answer for one record; undefined until it has arrived. Records that are shown in the same turn are requested together. */
export function useBatched<V>(gathering: BatchedQuery<V>, id: string | null): V | null | undefined {
  const workspace = useContext(WorkspaceId)
  const client = useQueryClient()
  return useQuery({ ...queryOf(gathering, client, workspace, id ?? ''), enabled: id !== null }).data
}

/** Requests the answers for records before they are shown. */
export function usePrefetchBatched<V>(gathering: BatchedQuery<V>, ids: readonly string[]): void {
  const workspace = useContext(WorkspaceId)
  const client = useQueryClient()
  const near = [...new Set(ids)].join()
  useEffect(() => {
    for (const id of near.split(',').filter(Boolean))
      void client.prefetchQuery(queryOf(gathering, client, workspace, id))
  }, [gathering, client, workspace, near])
}

function queryOf<V>(gathering: BatchedQuery<V>, client: QueryClient, workspace: string | undefined, id: string) {
  return {
    queryKey: [workspace, gathering.name, { id }],
    queryFn: async (): Promise<V | null> => (await together(gathering, client, workspace, id)).get(id) ?? null,
    // Not stale by time: after a change of one record, all of them are requested again.
    staleTime: Number.POSITIVE_INFINITY,
  }
}

interface Asking<V> {
  ids: string[]
  answers: Promise<Answers<V>>
}

const underWay = new WeakMap<QueryClient, Map<string, Asking<unknown>>>()

/** Requests the records of this turn. */
function together<V>(
  { name, ask }: BatchedQuery<V>,
  client: QueryClient,
  workspace: string | undefined,
  id: string,
): Promise<Answers<V>> {
  const ofClient = underWay.get(client) ?? new Map<string, Asking<unknown>>()
  underWay.set(client, ofClient)
  const key = `${workspace} ${name}`
  // Of an operation there is one gathering.
  const open = ofClient.get(key) as Asking<V> | undefined
  if (open && open.ids.length < MAX_IDS) {
    open.ids.push(id)
    return open.answers
  }
  const ids = [id]
  const answers = Promise.resolve().then(() => {
    if (ofClient.get(key)?.ids === ids) ofClient.delete(key)
    return ask([...new Set(ids)], workspace)
  })
  ofClient.set(key, { ids, answers })
  return answers
}
