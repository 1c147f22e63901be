import type { Item } from '../../../api/operations.ts'
import { HealthMark } from '../../../components/health.tsx'
import { Status } from '../../../components/status.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { ForecastSpan, TargetSpan } from './spans.tsx'
import { useReason } from './use-reason.ts'

type Plan = Item<'listCustomers'>['plan']
type Health = Plan['health']

interface HealthCellProps {
  plan: Pick<Plan, 'health_reason' | 'forecast_date' | 'target_date'> & Parameters<typeof Status>[0]['enrollment']
  health: Health
  /** In place of the reason. */
  note?: string | undefined
}

/** Health with its reason, or the status without dates. */
export function HealthCell({ plan, health, note }: HealthCellProps) {
  const reason = useReason()(plan)
  const text = note ?? reason
  return (
    <td className="wide-only">
      {health === 'none' ? <Status enrollment={plan} /> : <HealthMark health={health} />}
      {text && <small className="soft clamp">{text}</small>}
    </td>
  )
}

/** Target and forecast, with their spans. */
export function DateCells({ target_date, forecast_date }: Pick<Plan, 'target_date' | 'forecast_date'>) {
  const { date } = useI18n()
  return (
    <>
      <td className="wide-only">
        {target_date && (
          <>
            {date(target_date)}
            <small className="soft">
              <TargetSpan target={target_date} />
            </small>
          </>
        )}
      </td>
      <td className="wide-only">
        {forecast_date && (
          <>
            {date(forecast_date)}
            {target_date && (
              <small className="soft">
                <ForecastSpan forecast={forecast_date} target={target_date} isShort />
              </small>
            )}
          </>
        )}
      </td>
    </>
  )
}
