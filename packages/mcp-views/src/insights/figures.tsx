import { useShown, useWords } from '../app/shown.ts'
import { Icon } from '../parts/icon.tsx'
import type { Figures } from './records.ts'
import { INSIGHTS } from './words.ts'

/** The figures of the period, each beside that of the period before. */
export function PeriodFigures({ period, before }: { period: Figures; before: Figures }) {
  const words = useWords(INSIGHTS)
  return (
    <dl className="figures">
      <Figure label={words.enrolled} now={period.enrolled} then={before.enrolled} />
      <Figure label={words.started} now={period.started} then={before.started} />
      <Figure label={words.completed} now={period.completed} then={before.completed} />
      <Figure label={words.median_days} now={period.median_days} then={before.median_days} />
      <Figure label={words.effort} now={period.effort} then={before.effort} />
      {period.on_time.done > 0 && (
        <div>
          <dt>{words.on_time}</dt>
          <dd>{words.of(period.on_time.on_time, period.on_time.done)}</dd>
        </div>
      )}
    </dl>
  )
}

function Figure({ label, now, then }: { label: string; now: number | null; then: number | null }) {
  const { place } = useShown()
  const words = useWords(INSIGHTS)
  const shown = (value: number | null) =>
    value === null ? words.no_value : new Intl.NumberFormat(place.locale, { maximumFractionDigits: 1 }).format(value)
  const direction = now === null || then === null || now === then ? 'same' : now > then ? 'up' : 'down'
  return (
    <div>
      <dt>{label}</dt>
      <dd>{now === null ? <span className="soft">–</span> : shown(now)}</dd>
      <dd className="row trend soft">
        <Icon name={direction} />
        {words.before(shown(then))}
      </dd>
    </div>
  )
}
