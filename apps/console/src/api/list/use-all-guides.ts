import { useOperation } from '../use-operation.ts'

/** The guides of the workspace, for a choice. @param isWanted whether they are asked for: what the page shows comes first */
export function useAllGuides(isWanted = true) {
  return useOperation('listAllGuides', { per_page: 100 }, { enabled: isWanted }).data?.data ?? []
}
