import { useShown, useWords } from '../app/shown.ts'
import { Given } from '../parts/person.tsx'
import type { Insights } from './records.ts'
import { INSIGHTS } from './words.ts'

/** How many finished each step, and where people stop. */
export function Funnel({ data: { steps, stops_at, period } }: { data: Insights['data'] }) {
  const { place } = useShown()
  const words = useWords(INSIGHTS)
  if (period.enrolled === 0) return <p className="empty">{words.nobody}</p>
  if (steps.length === 0) return <p className="empty">{words.no_steps}</p>
  const most = Math.max(1, period.started, ...steps.map(({ finished }) => finished))
  const number = new Intl.NumberFormat(place.locale, { maximumFractionDigits: 1 })
  return (
    <div className="part">
      <h3>{words.funnel}</h3>
      {stops_at && (
        <p className="clamp">
          <Given text={words.stops(stops_at.title, stops_at.lost)} />
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">{words.step}</th>
            <th scope="col">{words.finished}</th>
            <th scope="col">{words.lost}</th>
            <th scope="col" className="time">
              {words.time}
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ id, title, finished, lost, median_minutes }) => (
            <tr key={id}>
              <th scope="row">
                <span className="clamp">
                  <Given text={title} />
                </span>
                <span className="bar" aria-hidden="true">
                  <i style={{ width: `${(100 * finished) / most}%` }} />
                </span>
              </th>
              <td>{number.format(finished)}</td>
              <td className={lost > 0 && title === stops_at?.title ? 'bad strong' : ''}>{number.format(lost)}</td>
              <td className="time">{median_minutes === null ? '–' : words.minutes(number.format(median_minutes))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
