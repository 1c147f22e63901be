import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'
import { Link } from '../app/link.tsx'
import { WorkspaceId } from '../app/workspace.ts'
import { call } from '../door/call.ts'
import type { Rows } from '../parts/list/use-list.ts'

/** Names that are asked for at once. */
const MOST = 100

type Names = ReadonlyMap<string, string>
interface Asking {
  ids: string[]
  names: Promise<Names>
}

/** What an organisation is called. Those of a whole list are asked for together. */
export function OrganisationName({ id }: { id: string }) {
  return useOrganisationName(id) ?? null
}

export function OrganisationLink({ id }: { id: string }) {
  const name = useOrganisationName(id)
  // A link that says nothing yet leads nowhere for who cannot see where it stands.
  return name ? <Link to={`/organisations/${id}`}>{name}</Link> : null
}

export function useOrganisationName(id: string | null): string | undefined {
  const workspace = useContext(WorkspaceId)
  const client = useQueryClient()
  return useQuery({ ...nameQuery(client, workspace, id ?? ''), enabled: id !== null }).data
}

/** Asks for the names of a list's organisations with its pages, before their rows are shown. */
export function useNamesAhead(list: Rows<{ organisation_id: string | null }>): void {
  const workspace = useContext(WorkspaceId)
  const client = useQueryClient()
  const near = [...new Set(list.near().flatMap(({ organisation_id }) => organisation_id ?? []))].join()
  useEffect(() => {
    for (const id of near.split(',').filter(Boolean)) void client.prefetchQuery(nameQuery(client, workspace, id))
  }, [client, workspace, near])
}

function nameQuery(client: object, workspace: string | undefined, id: string) {
  return {
    queryKey: [workspace, 'listOrganisationNames', { id }],
    queryFn: async () => (await gathered(client, workspace, id)).get(id) ?? '',
    // Whoever changes one has all of them asked anew.
    staleTime: Number.POSITIVE_INFINITY,
  }
}

const underWay = new WeakMap<object, Map<string | undefined, Asking>>()

/** Asks for the names that are wanted in this turn. */
function gathered(client: object, workspace: string | undefined, id: string): Promise<Names> {
  const ofClient = underWay.get(client) ?? new Map<string | undefined, Asking>()
  underWay.set(client, ofClient)
  const open = ofClient.get(workspace)
  if (open && open.ids.length < MOST) {
    open.ids.push(id)
    return open.names
  }
  const ids = [id]
  const names = Promise.resolve().then(async () => {
    if (ofClient.get(workspace)?.ids === ids) ofClient.delete(workspace)
    const { value } = await call('listOrganisationNames', { ids: [...new Set(ids)] }, { workspace })
    return new Map(value.data.map((one) => [one.id, one.name]))
  })
  ofClient.set(workspace, { ids, names })
  return names
}
