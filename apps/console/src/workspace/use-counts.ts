import { useAnswer } from '../api/use-operation.ts'
import { useOnceCalm } from './use-first-quiet.ts'

/** The numbers that stand beside places; what the page shows is asked for before them. */
export function useFiguresBeside() {
  const isCalm = useOnceCalm()
  return useAnswer('getOverview', {}, { enabled: isCalm }).data?.data
}
