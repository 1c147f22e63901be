import { useShown, useWords } from '../app/shown.ts'
import { daysBetween, daysPast, dayText } from '../words/dates.ts'
import type { ShownDetail } from './records.ts'
import { ENROLLMENT } from './words.ts'

interface FiguresProps {
  percentage: number
  /** Undefined while it is read, and where the caller may not. */
  detail: ShownDetail | undefined
}

/** Progress, and the dates as far as there are any. */
export function Figures({ percentage, detail }: FiguresProps) {
  const { place, common } = useShown()
  const words = useWords(ENROLLMENT)
  const progress = detail?.progress
  const done = progress ? words.steps_of(progress.completed_steps, progress.total_steps) : `${Math.round(percentage)} %`
  const target = detail?.target_date ?? null
  const late = target === null || detail?.status === 'completed' ? 0 : daysPast(place, target)
  const after = target === null ? 0 : daysBetween(target, detail?.forecast_date ?? target)
  return (
    <dl className="figures">
      {target !== null && (
        <div>
          <dt>{words.target}</dt>
          <dd>
            {dayText(place, target)} {late > 0 && <span className="bad small">{common.days_late(late)}</span>}
          </dd>
        </div>
      )}
      {detail?.forecast_date && (
        <div>
          <dt>{words.forecast}</dt>
          <dd>
            {dayText(place, detail.forecast_date)}{' '}
            {after > 0 && <span className="warn small">{words.days_after(after)}</span>}
          </dd>
        </div>
      )}
      <div>
        <dt>{words.progress}</dt>
        <dd className="row">
          <span>{done}</span>
          <span className="bar grow" aria-hidden="true">
            <i style={{ width: `${Math.min(100, Math.max(0, percentage))}%` }} />
          </span>
        </dd>
      </div>
    </dl>
  )
}
