import { useI18n } from '../../i18n/i18n.ts'
import type { Analytics } from './answer.ts'
import { MedianCell } from './median-cell.tsx'

/** Who takes how long for a step, the longest first; nothing where the guide tells no sides and roles apart. */
export function Waiting({ waiting }: Pick<Analytics, 'waiting'>) {
  const { t, number } = useI18n()
  if (waiting.length === 0) return null
  const longest = Math.max(1, ...waiting.map(({ median_seconds }) => median_seconds ?? 0))
  return (
    <section className="card" aria-labelledby="waiting">
      <header>
        <h2 id="waiting">{t('analytics.waiting')}</h2>
      </header>
      <div className="table">
        <table className="funnel">
          <thead>
            <tr>
              <th scope="col">{t('analytics.who')}</th>
              <th scope="col" className="r">
                {t('analytics.steps_done')}
              </th>
              <th scope="col" className="r">
                {t('analytics.median_of_step')}
              </th>
            </tr>
          </thead>
          <tbody>
            {waiting.map(({ responsible, role_name, finished, median_seconds }) => (
              <tr key={responsible}>
                <th scope="row">{role_name ?? t(responsible === 'team' ? 'analytics.team' : 'analytics.anyone')}</th>
                <td className="r num">{number(finished)}</td>
                <MedianCell seconds={median_seconds} longest={longest} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
