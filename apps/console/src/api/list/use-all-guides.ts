import { useOperation } from '../use-operation.ts'

/** The guides of the workspace, for a choice. @param isWanted whether to request them, after the content of the page */
export function useAllGuides(isWanted = true) {
  return useOperation('listAllGuides', { per_page: 100 }, { enabled: isWanted }).data?.data ?? []
}
