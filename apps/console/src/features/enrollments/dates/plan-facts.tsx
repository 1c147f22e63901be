import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Data } from '../../../api/operations.ts'
import { Button } from '../../../components/button.tsx'
import { HealthMark } from '../../../components/health.tsx'
import { Meter } from '../../../components/status.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { ForecastSpan, TargetSpan } from './spans.tsx'
import { TargetDialog } from './target-dialog.tsx'
import { useReason } from './use-reason.ts'
import './dates.css'

type Enrollment = Data<'getEnrollment'>

/** Whether an enrollment has dates to show. */
export function isDated({ health, target_date, forecast_date }: Enrollment): boolean {
  return health !== 'none' || target_date !== null || forecast_date !== null
}

/** How an enrollment with dates stands: health with its reason, target, forecast, and what is done. */
export function PlanFacts({ enrollment }: { enrollment: Enrollment }) {
  const { t, date } = useI18n()
  const reason = useReason()(enrollment)
  const { health, target_date, forecast_date, progress } = enrollment
  return (
    <section className="card plan-facts" aria-label={t('dates.facts')}>
      <Fact name={t('dates.health_title')}>
        <HealthMark health={health} />
        {reason && <span>{reason}</span>}
      </Fact>
      <Fact name={t('dates.target')} action={<ChangeTarget enrollment={enrollment} />}>
        <b>{target_date ? date(target_date) : t('dates.no_target')}</b>
        {target_date && (
          <span className="soft">
            <TargetSpan target={target_date} />
          </span>
        )}
      </Fact>
      {forecast_date && (
        <Fact name={t('dates.forecast')}>
          <b>{date(forecast_date)}</b>
          {target_date && (
            <span className="soft">
              <ForecastSpan forecast={forecast_date} target={target_date} />
            </span>
          )}
        </Fact>
      )}
      <Fact name={t('dates.done')}>
        <b>{t('enrollment.of', { done: progress.completed_steps, of: progress.total_steps })}</b>
        <Meter percentage={progress.percentage} alone />
      </Fact>
    </section>
  )
}

function Fact({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <h2>
        {name} {action}
      </h2>
      {children}
    </div>
  )
}

function ChangeTarget({ enrollment }: { enrollment: Enrollment }) {
  const { t } = useI18n()
  const may = useCan('enrollments:write')
  const [isOpen, setOpen] = useState(false)
  if (!may || enrollment.status === 'completed' || enrollment.status === 'expired') return null
  return (
    <>
      <Button look="bare" aria-label={t('dates.change_target')} onClick={() => setOpen(true)}>
        <Pencil className="icon" aria-hidden />
      </Button>
      {isOpen && <TargetDialog enrollment={enrollment} onClose={() => setOpen(false)} />}
    </>
  )
}
