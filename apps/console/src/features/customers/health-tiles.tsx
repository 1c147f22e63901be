import { HEALTH_COUNTS_TO } from '@handrail/core/contract'
import { HealthMark } from '../../components/health.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useFilters } from '../../workspace/link.tsx'
import { type Health, healthsIn } from '../enrollments/dates/date-filters.ts'

const SHOWN = ['late', 'at_risk', 'on_track', 'none'] as const

interface HealthTilesProps {
  /** Plans by health, whatever the filters. */
  counts: Readonly<Partial<Record<Health, number>>> | undefined
}

/** The filter by health, of which several can be chosen, with the number of plans of each. */
export function HealthTiles({ counts = {} }: HealthTilesProps) {
  const { t, number } = useI18n()
  const [search, change] = useFilters()
  const chosen = healthsIn(search)
  const toggle = (health: Health) => {
    const others = chosen.filter((one) => one !== health)
    change({ health: (others.length < chosen.length ? others : [...chosen, health]).join() || undefined })
  }
  return (
    <fieldset className="card health-tiles">
      <legend className="unseen">{t('dates.health_title')}</legend>
      {SHOWN.map((health) => {
        const count = counts[health]
        return (
          <button key={health} type="button" aria-pressed={chosen.includes(health)} onClick={() => toggle(health)}>
            <HealthMark health={health} />
            {count !== undefined && (
              <span className="n">
                {number(count)}
                {count >= HEALTH_COUNTS_TO && '+'}
                <span className="unseen"> {t('customers.plans', { count })}</span>
              </span>
            )}
          </button>
        )
      })}
    </fieldset>
  )
}
