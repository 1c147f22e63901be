import type { JSX } from 'preact'
import { approvalOf, isSentBack, isSubmitted, reviewOf } from '../agreements/review.ts'
import { dueOf } from '../dates/due.tsx'
import { closedSection } from '../gates/closed.ts'
import { closedLine } from '../gates/closed-section.tsx'
import { pathOf } from '../guide.ts'
import { doneBy } from '../people/done-by.ts'
import { askedSteps, markOf, passQuestion, teamText, whoseLine } from '../people/marks.tsx'
import { plannedOf, responsibleOf, tellsWhose } from '../people/people.ts'
import { aboutStep } from '../step-kinds.ts'
import type { GuideVisit, Section, Step } from '../visit.ts'
import { Icon } from './icons.tsx'

interface OutlineProps {
  visit: GuideVisit
  /** The step that is shown; on the overview the next one. */
  now: string | null
  /** The choice of whose steps are shown, where there is one. */
  choice?: JSX.Element
}

/** More steps than this are shown of one section alone: the others are links to their first. */
const MAX_STEPS = 120

/** All steps by section, as a list that folds. */
export function Outline({ visit, now, choice }: OutlineProps) {
  const { view, i18n } = visit
  const { sections } = view.guide
  const isLong = sections.reduce((sum, { steps }) => sum + steps.length, 0) > MAX_STEPS
  const done = new Set(view.completed_step_ids)
  const asked = choice
    ? askedSteps(
        visit,
        sections.flatMap(({ steps }) => steps),
      )
    : undefined
  return (
    <div class="all" id={choice && 'steps'}>
      <h2 class="list">{i18n.t(choice ? 'steps' : 'all_steps')}</h2>
      {choice}
      <nav class="outline" aria-label={i18n.t('steps_of_guide')}>
        {sections.map((section, index) => {
          const isOpen = section.steps.some(({ id }) => id === now)
          const count = view.progress.sections[index]
          const [ready, total] = [count?.completed_steps ?? 0, count?.total_steps ?? 0]
          const summary = summaryOf({ visit, section, done: ready, total })
          const closed = closedSection(view, section.id)
          if (closed) return closedLine(visit, section, closed)
          if (section.steps.length === 0) return null
          if (isLong && !isOpen)
            return (
              <a key={section.id} class="section" href={pathOf(visit.home, firstOpen(section, done))}>
                {summary}
              </a>
            )
          return (
            <details key={section.id} open={isOpen}>
              <summary>{summary}</summary>
              <ol>
                {section.steps.map((step) =>
                  lineOf({
                    visit,
                    step,
                    isDone: done.has(step.id),
                    isNow: step.id === now,
                    isAsked: asked?.has(step.id) ?? false,
                  }),
                )}
              </ol>
            </details>
          )
        })}
      </nav>
    </div>
  )
}

function firstOpen({ steps }: Section, done: ReadonlySet<string>): Step {
  // A section without steps is not shown.
  return (steps.find(({ id }) => !done.has(id)) ?? steps[0]) as Step
}

interface SummaryProps {
  visit: GuideVisit
  section: Section
  done: number
  total: number
}

// These are called rather than mounted: a page has as many as steps, and mounting costs more than what they render.

function summaryOf({ visit: { i18n }, section, done, total }: SummaryProps) {
  return (
    <>
      {status(done === total, total === 0 ? 0 : done / total)}
      <bdi class="name">{section.title}</bdi>
      <span class="n">{i18n.t('section_done', { done, total })}</span>
      {Icon({ name: 'chevron' })}
    </>
  )
}

/** By its shape: a tick, a part of a circle, a ring. */
function status(isDone: boolean, part = 0) {
  if (isDone) return <span class="st done">{Icon({ name: 'check' })}</span>
  return <span class={part > 0 ? `st q${Math.max(1, Math.round(part * 8))}` : 'st'} />
}

interface LineProps {
  visit: GuideVisit
  step: Step
  isDone: boolean
  isNow: boolean
  /** Whether it is asked below the step if it is somebody else's. */
  isAsked: boolean
}

/** A line of a list of steps. */
export function lineOf({ visit, step, isDone, isNow, isAsked }: LineProps) {
  const { home, i18n, view } = visit
  const about = aboutStep(step, i18n, true)
  const whose = tellsWhose(view) ? responsibleOf(view, step) : undefined
  const sent = isDone ? undefined : sentState(visit, step)
  const mark = sent?.mark ?? (isDone || !whose ? undefined : markOf(visit, whose))
  const due = isDone || view.plan.length === 0 ? undefined : dueOf(visit, step)
  return (
    <li key={step.id} class={[isDone && 'done', isNow && 'now'].filter(Boolean).join(' ') || undefined}>
      <a href={pathOf(home, step)} aria-current={isNow ? 'step' : undefined}>
        {mark ?? status(isDone && !isNow)}
        <span>
          <bdi class="name">{step.title}</bdi>
          <small>
            {isDone ? (
              doneText(visit, step)
            ) : sent ? (
              sent.text
            ) : whose?.isTeam ? (
              teamText(visit, step)
            ) : (
              <>
                {whose && whoseLine(visit, whose)}
                {due ?? about}
              </>
            )}
          </small>
        </span>
      </a>
      {isAsked && passQuestion(visit, step)}
    </li>
  )
}

/** The mark and the words of a step that was sent to be reviewed, or sent back. */
function sentState({ view, i18n, link }: GuideVisit, step: Step) {
  if (isSubmitted(view, step)) {
    const { name, time_zone } = link.workspace
    const sent = reviewOf(view, step)?.submitted_at
    const text = sent && i18n.t('sent_checks', { day: i18n.shortDay(sent, time_zone), workspace: name })
    return { mark: <span class="st submitted">{Icon({ name: 'check' })}</span>, text: text ?? i18n.t('state_sent') }
  }
  if (isSentBack(view, step) || approvalOf(view, step)?.decision === 'changes_requested')
    return { mark: <span class="st returned">{Icon({ name: 'reply' })}</span>, text: i18n.t('state_changes') }
  return undefined
}

function doneText(visit: GuideVisit, step: Step) {
  if (plannedOf(visit.view, step)?.is_skipped) return visit.i18n.t('not_needed')
  const text = doneBy(visit, step.id)
  const done = visit.i18n.t('state_done')
  if (text === undefined) return done
  return (
    <>
      <span class="unseen">{done} </span>
      {text}
    </>
  )
}
