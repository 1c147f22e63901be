import type { ComponentChildren } from 'preact'
import { endOf, isDone, pathOf, stepsOf } from '../guide.ts'
import type { StepVisit } from '../steps/step-page.ts'
import { Icon } from './icons.tsx'

/** Leads to the step before, or to the overview. */
export function Back({ visit: { home, view, placed, i18n } }: { visit: StepVisit }) {
  const before = stepsOf(view).find(({ number }) => number === placed.number - 1)
  return (
    <a class="go side sq" href={before ? pathOf(home, before.step) : home}>
      <Icon name="arrow-left" />
      <span class="unseen">{i18n.t(before ? 'one_back' : 'to_overview')}</span>
      <span class="d" aria-hidden="true">
        {i18n.t('back')}
      </span>
    </a>
  )
}

/** Goes on without doing this step: from one that is done, or that is optional. */
export function Onward({ visit, isMain }: { visit: StepVisit; isMain: boolean }) {
  const { home, view, placed, i18n } = visit
  const next = stepsOf(view).find(({ number }) => number === placed.number + 1)
  const end = view.status === 'completed' ? endOf(visit) : home
  const text = !isMain ? 'skip_step' : next ? 'next_button' : view.status === 'completed' ? 'continue' : 'to_overview'
  return (
    <a class={isMain ? 'go' : 'go side'} href={next ? pathOf(home, next.step) : end}>
      {i18n.t(text)} {isMain && <Icon name="arrow-right" />}
    </a>
  )
}

/** Whether doing this step completes the guide. */
function isLast({ view, placed: { step } }: StepVisit): boolean {
  const { completed_steps, total_steps } = view.progress
  return view.status !== 'completed' && completed_steps === total_steps - 1 && view.progress.current_step_id === step.id
}

/** The bar at the foot of a step with nothing to do on its page. */
export function ReadingFoot({ visit }: { visit: StepVisit }) {
  return (
    <nav class="foot" aria-label={visit.i18n.t('go_on')}>
      <div class="inner">
        <Back visit={visit} />
        <Onward visit={visit} isMain />
      </div>
    </nav>
  )
}

interface FootProps {
  visit: StepVisit
  /** The form that the button sends; one of its own when not given. */
  form?: string
  /** The action of the button. */
  does?: 'done' | 'save'
  /** The words of the button, if it sends something to be reviewed. */
  label?: string | undefined
  children?: ComponentChildren
}

/** The bar at the foot of a step, always in reach. */
export function Foot({ visit, form, does = 'done', label, children }: FootProps) {
  const { home, view, placed, i18n } = visit
  const isFinished = isDone(view, placed.step) && does === 'done'
  const text = label ?? i18n.t(`${does}_${isLast(visit) ? 'last' : 'next'}`)
  const button = (
    <button class="go" type="submit" form={form}>
      {text} <Icon name="arrow-right" />
    </button>
  )
  return (
    <nav class="foot" aria-label={i18n.t('go_on')}>
      <div class="inner">
        <Back visit={visit} />
        {children ?? (
          <>
            {!placed.step.required && !isFinished && <Onward visit={visit} isMain={false} />}
            {isFinished ? (
              <Onward visit={visit} isMain />
            ) : form === undefined ? (
              <form method="post" action={pathOf(home, placed.step)} data-once>
                {button}
              </form>
            ) : (
              <>
                {/* First, because the Enter key presses the first button of a form. */}
                {button}
                <button
                  class={placed.step.required && !isDone(view, placed.step) ? 'go side' : 'go side without-script'}
                  type="submit"
                  form={form}
                  name="later"
                  value="1"
                >
                  {i18n.t('later')}
                </button>
              </>
            )}
          </>
        )}
      </div>
    </nav>
  )
}
