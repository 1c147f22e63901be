import { useOperation } from '../api/use-operation.ts'
import { useQuietPeriod } from './use-quiet-period.ts'

/** The counts of the navigation, requested after the content of the page. */
export function useCounts() {
  const isQuiet = useQuietPeriod()
  return useOperation('getOverview', {}, { enabled: isQuiet }).data?.data
}
