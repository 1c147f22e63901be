import { useOnceCalm } from '../../door/calm.ts'
import { useAnswer } from '../../door/hooks.ts'

/** The numbers that stand beside places; what the page shows is asked for before them. */
export function useFiguresBeside() {
  const isCalm = useOnceCalm()
  return useAnswer('getOverview', {}, { enabled: isCalm }).data?.data
}
