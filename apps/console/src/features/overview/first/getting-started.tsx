import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { useCounts } from '../../../workspace/use-counts.ts'
import { useFirstStepsHidden } from './hidden.ts'
import { firstSteps } from './steps.ts'

/** The progress of a new team, until its first contact has finished. */
export function GettingStarted() {
  const { t } = useI18n()
  const overview = useCounts()
  const [isHidden] = useFirstStepsHidden()
  if (isHidden || !overview || overview.ever_completed > 0) return null
  const steps = firstSteps(overview)
  const done = steps.filter((step) => step.done).length
  return (
    <Link to="/" className="getting-started">
      <span className="row">
        <b>{t('first.started')}</b>
        <span className="soft right">{t('first.of', { number: done, of: steps.length })}</span>
      </span>
      <progress value={done} max={steps.length} aria-label={t('first.started')} />
    </Link>
  )
}
