import type { Operation } from '../src/index.ts'
import { invoke } from '../src/internal.ts'
import type { Instance } from './instance.ts'

export interface Page {
  data: { id: string }[]
  deleted?: { id: string }[]
  meta: {
    total?: number
    total_limit?: number
    total_pages?: number
    next_cursor?: string | null
    incomplete_results?: true
  }
}

/** A page of a list, as the response of every list. */
export async function list(instance: Instance, operation: Operation, query: object) {
  return (await invoke(operation, instance.acme.context, query)).value as Page
}

/** The ids of all pages by cursor. @param from where to begin; at the first page by default */
export async function walked(
  instance: Instance,
  operation: Operation,
  query: object,
  per_page = 3,
  from: string | null = '',
) {
  const ids: string[] = []
  let pages = 0
  for (let cursor: string | null = from; cursor !== null; pages++) {
    const { data, meta }: Page = await list(instance, operation, { ...query, cursor, per_page })
    ids.push(...data.map(({ id }) => id))
    cursor = meta.next_cursor ?? null
  }
  return { ids, pages }
}
