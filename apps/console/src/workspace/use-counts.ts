import { useOperation } from '../api/use-operation.ts'
import { useQuietPeriod } from './use-quiet-period.ts'

/** The numbers that stand beside places; what the page shows is asked for before them. */
export function useCounts() {
  const isQuiet = useQuietPeriod()
  return useOperation('getOverview', {}, { enabled: isQuiet }).data?.data
}
