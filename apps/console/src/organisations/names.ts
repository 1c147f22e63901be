import { useAnswer } from '../door/hooks.ts'

const MOST = 100

/** What organisations are called, by id. */
export function useOrganisationNames(ids: readonly (string | null)[]): ReadonlyMap<string, string> {
  const known = [...new Set(ids.filter((id) => id !== null))].toSorted()
  const first = useAnswer(
    'listOrganisationNames',
    { ids: known.slice(0, MOST) },
    { enabled: known.length > 0, keep: true },
  )
  const rest = useAnswer(
    'listOrganisationNames',
    { ids: known.slice(MOST, 2 * MOST) },
    { enabled: known.length > MOST, keep: true },
  )
  const found = [...(first.data?.data ?? []), ...(rest.data?.data ?? [])]
  return new Map(found.map(({ id, name }) => [id, name]))
}
