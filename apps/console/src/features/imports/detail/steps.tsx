import { Circle, CircleCheck, CircleDot } from 'lucide-react'
import { useI18n } from '../../../i18n/i18n.ts'

const STEPS = ['choose', 'check', 'import'] as const

interface StepsProps {
  /** The step that is under way; undefined when all are done. */
  at: (typeof STEPS)[number] | undefined
}

/** The steps of an import: file, columns and result. */
export function Steps({ at }: StepsProps) {
  const { t } = useI18n()
  const done = at === undefined ? STEPS.length : STEPS.indexOf(at)
  return (
    <ol className="import-steps right" aria-label={t('imports.steps')}>
      {STEPS.map((step, place) => {
        const Mark = place < done ? CircleCheck : place === done ? CircleDot : Circle
        return (
          <li key={step} aria-current={place === done ? 'step' : undefined}>
            <Mark className="icon" aria-hidden />
            {t(`imports.step_${step}`)}
            {place < done && <span className="unseen">{t('imports.step_done')}</span>}
          </li>
        )
      })}
    </ol>
  )
}
