import type { Data } from '../../api/operations.ts'
import { useI18n } from '../../i18n/i18n.ts'

const WIDTH = 364
const LEFT = 28
const TOP = 8
const BOTTOM = 182

type WeeksProps = Pick<Data<'getOverview'>, 'weeks' | 'time_zone'>

/** Started and completed enrollments by week. The same numbers are in a table for screen readers. */
export function WeeksChart({ weeks, time_zone }: WeeksProps) {
  const { t, day, number } = useI18n()
  const top = roundUp(Math.max(...weeks.map(({ started, completed }) => Math.max(started, completed))))
  const step = (WIDTH - LEFT) / weeks.length
  // One label for this many weeks: more labels would overlap.
  const apart = Math.ceil(weeks.length / 4)
  const y = (value: number) => BOTTOM - (value / top) * (BOTTOM - TOP)
  const middle = (index: number) => LEFT + step * (index + 0.5)
  const line = weeks.map(({ started }, index) => `${index === 0 ? 'M' : 'L'}${middle(index)} ${y(started)}`).join('')
  return (
    <section className="card" aria-labelledby="weeks">
      <header>
        <h2 id="weeks">{t('overview.by_week')}</h2>
        <span className="right row legend" aria-hidden="true">
          <i className="bar-mark" /> {t('overview.completed')}
          <i className="line-mark" /> {t('overview.started')}
        </span>
      </header>
      <div className="pad">
        <svg className="chart" viewBox={`0 0 ${WIDTH} 204`} aria-hidden="true">
          {[0, top / 2, top].map((value) => (
            <g key={value}>
              <line x1={LEFT - 4} x2={WIDTH} y1={y(value)} y2={y(value)} />
              <text x={LEFT - 12} y={y(value) + 4} textAnchor="end">
                {number(value)}
              </text>
            </g>
          ))}
          {weeks.map(({ starts_at, completed }, index) => (
            <rect
              key={starts_at}
              x={middle(index) - step * 0.34}
              width={step * 0.68}
              y={y(completed)}
              height={BOTTOM - y(completed)}
              rx="3.5"
              fill="var(--chart-1)"
              opacity={index === weeks.length - 1 ? 0.5 : 1}
            />
          ))}
          <path
            d={line}
            fill="none"
            stroke="var(--chart-2)"
            strokeWidth="2"
            strokeDasharray="1 4.5"
            strokeLinecap="round"
          />
          {weeks.map(({ starts_at }, index) =>
            index % apart === Math.floor(apart / 3) ? (
              <text key={starts_at} x={middle(index)} y="200" textAnchor="middle">
                {day(starts_at, time_zone)}
              </text>
            ) : null,
          )}
        </svg>
        {/* A table keeps its height whatever it is told. */}
        <div className="unseen">
          <WeeksTable weeks={weeks} time_zone={time_zone} />
        </div>
      </div>
    </section>
  )
}

function WeeksTable({ weeks, time_zone }: WeeksProps) {
  const { t, day, number } = useI18n()
  return (
    <table>
      <caption>{t('overview.by_week')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('overview.week')}</th>
          <th scope="col">{t('overview.started')}</th>
          <th scope="col">{t('overview.completed')}</th>
          <th scope="col">{t('overview.median_days')}</th>
          <th scope="col">{t('overview.effort')}</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ starts_at, started, completed, median_days, effort }) => (
          <tr key={starts_at}>
            <th scope="row">{day(starts_at, time_zone)}</th>
            <td>{number(started)}</td>
            <td>{number(completed)}</td>
            <td>{median_days === null ? '–' : number(median_days)}</td>
            <td>{effort === null ? '–' : number(effort)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The end of the axis: an even number that people can halve. */
function roundUp(value: number): number {
  if (value <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 4, 6, 8, 10].find((one) => one * power >= value) ?? 10
  return step * power
}
