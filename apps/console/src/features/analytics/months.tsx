import { useI18n } from '../../i18n/i18n.ts'
import type { Analytics } from './answer.ts'

/** Month by month, as a table with bars. */
export function Months({ months, time_zone }: Pick<Analytics, 'months' | 'time_zone'>) {
  const { t, number, month } = useI18n()
  const most = Math.max(1, ...months.map(({ completed }) => completed))
  return (
    <section className="card" aria-labelledby="months">
      <header>
        <h2 id="months">{t('analytics.months')}</h2>
      </header>
      <div className="table">
        <table className="funnel">
          <thead>
            <tr>
              <th scope="col">{t('analytics.month')}</th>
              <th scope="col" className="r wide-only">
                {t('analytics.enrolled')}
              </th>
              <th scope="col" className="r">
                {t('analytics.completed')}
              </th>
              <th scope="col" className="r">
                {t('analytics.median_days')}
              </th>
              <th scope="col" className="r wide-only">
                {t('analytics.effort')}
              </th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ starts_at, enrolled, completed, median_days, effort }) => (
              <tr key={starts_at}>
                <th scope="row">{month(starts_at, time_zone)}</th>
                <td className="r num wide-only">{number(enrolled)}</td>
                <td className="r num">
                  {number(completed)}
                  <svg className="bar-cell thin" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                    <rect x={100 - (completed / most) * 100} width="100" height="4" rx="2" fill="var(--accent)" />
                  </svg>
                </td>
                <td className="r num">{median_days === null ? '–' : number(median_days)}</td>
                <td className="r num wide-only">{effort === null ? '–' : number(effort)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
