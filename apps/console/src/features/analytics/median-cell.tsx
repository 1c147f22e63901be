import { useI18n } from '../../i18n/i18n.ts'
import { durationText } from './duration.ts'

interface MedianCellProps {
  seconds: number | null
  /** The longest time of the table, in seconds. */
  longest: number
}

/** A median time, over a bar that is as long as its share of the longest. */
export function MedianCell({ seconds, longest }: MedianCellProps) {
  const i18n = useI18n()
  const took = ((seconds ?? 0) / longest) * 100
  return (
    <td className="r num">
      {seconds === null ? '–' : durationText(seconds, i18n)}
      <svg className="bar-cell thin" aria-hidden="true">
        <rect x={`${100 - took}%`} width={`${took}%`} height="4" rx="2" fill="var(--chart-3)" />
      </svg>
    </td>
  )
}
