import { call } from '../../api/call.ts'
import type { Rows } from '../../api/list/use-list.ts'
import { type BatchedQuery, useBatched, usePrefetchBatched } from '../../api/use-batched.ts'
import { Link } from '../../workspace/link.tsx'

const NAMES: BatchedQuery<string> = {
  name: 'listOrganisationNames',
  async ask(ids, workspace) {
    const { value } = await call('listOrganisationNames', { ids }, { workspace })
    return new Map(value.data.map(({ id, name }) => [id, name]))
  },
}

/** The name of an organisation. The names of all rows of a list are requested together. */
export function OrganisationName({ id }: { id: string }) {
  return useOrganisationName(id) ?? null
}

export function OrganisationLink({ id }: { id: string }) {
  const name = useOrganisationName(id)
  // A link without a text has no name for screen readers.
  return name ? <Link to={`/organisations/${id}`}>{name}</Link> : null
}

export function useOrganisationName(id: string | null): string | undefined {
  return useBatched(NAMES, id) ?? undefined
}

/** Requests the names of a list's organisations together with its pages, before the rows are shown. */
export function useNamesAhead(list: Rows<{ organisation_id: string | null }>): void {
  usePrefetchBatched(
    NAMES,
    list.near().flatMap(({ organisation_id }) => organisation_id ?? []),
  )
}
