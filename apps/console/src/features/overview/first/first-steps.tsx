import { Circle, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '../../../api/operations.ts'
import { Button } from '../../../components/button.tsx'
import { lazyDialog } from '../../../components/loading/lazy-dialog.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { FirstGuide } from './first-guide.tsx'
import { useFirstStepsHidden } from './hidden.ts'
import { firstSteps } from './steps.ts'

const EnrollDialog = lazyDialog(() => import('../../enrollments/enroll/enroll.tsx'), 'EnrollDialog')

/** The list of first steps. The first open one has a button. */
export function FirstSteps({ overview }: { overview: Data<'getOverview'> }) {
  const { t } = useI18n()
  const { rights } = useWorkspace()
  const steps = firstSteps(overview)
  const next = steps.find(({ done }) => !done)
  const [, hide] = useFirstStepsHidden()
  const [enrolling, setEnrolling] = useState(false)
  const hideAll = () => {
    hide(true)
    toasts.show(t('first.hidden'), () => hide(false))
  }
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{t('first.title')}</h2>
        <span className="soft right">
          {t('first.done', { number: steps.filter(({ done }) => done).length, of: steps.length })}
        </span>
      </header>
      <ol className="rows">
        {steps.map(({ key, done, to, right }) => (
          <li key={key} className={key === next?.key ? 'next' : undefined}>
            {done ? (
              <CircleCheck className="icon good" aria-label={t('first.is_done')} />
            ) : (
              <Circle className={key === next?.key ? 'icon good' : 'icon soft'} aria-hidden />
            )}
            <div className="grow">
              {done ? <span className="soft">{t(`first.${key}`)}</span> : <b>{t(`first.${key}`)}</b>}
              {!done && <small>{t(`first.${key}_text`)}</small>}
            </div>
            {key === next?.key &&
              rights.has(right) &&
              (key === 'guide' ? (
                <FirstGuide />
              ) : key === 'enroll' ? (
                <Button look="main" onClick={() => setEnrolling(true)}>
                  {t(`first.${key}_action`)}
                </Button>
              ) : (
                <Link to={to} className="btn main">
                  {t(`first.${key}_action`)}
                </Link>
              ))}
          </li>
        ))}
      </ol>
      <footer>
        <Button look="bare" onClick={hideAll}>
          {t('first.hide')}
        </Button>
      </footer>
      {enrolling && <EnrollDialog onClose={() => setEnrolling(false)} />}
    </section>
  )
}
