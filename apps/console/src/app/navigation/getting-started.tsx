import { useFirstStepsHidden } from '../../overview/first/hidden.ts'
import { firstSteps } from '../../overview/first/steps.ts'
import { useWords } from '../../words/words.ts'
import { Link } from '../link.tsx'
import { useFiguresBeside } from './figures-beside.ts'

/** How far a new team is, until its first contact has finished. */
export function GettingStarted() {
  const { say } = useWords()
  const overview = useFiguresBeside()
  const [isHidden] = useFirstStepsHidden()
  if (isHidden || !overview || overview.ever_completed > 0) return null
  const steps = firstSteps(overview)
  const done = steps.filter((step) => step.done).length
  return (
    <Link to="/" className="getting-started">
      <span className="row">
        <b>{say('first.started')}</b>
        <span className="soft right">{say('first.of', { number: done, of: steps.length })}</span>
      </span>
      <progress value={done} max={steps.length} aria-label={say('first.started')} />
    </Link>
  )
}
