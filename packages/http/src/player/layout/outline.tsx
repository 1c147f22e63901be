import { pathOf } from '../guide.ts'
import { aboutStep } from '../step-kinds.ts'
import type { GuideVisit, Section, Step } from '../visit.ts'
import { Icon } from './icons.tsx'

interface OutlineProps {
  visit: GuideVisit
  /** The step that is shown; on the overview the next one. */
  now: string | null
}

/** More steps than this are shown of one section alone: the others are links to their first. */
const MAX_STEPS = 120

/** All steps by section, as a list that folds. */
export function Outline({ visit, now }: OutlineProps) {
  const { view, i18n } = visit
  const { sections } = view.guide
  const isLong = sections.reduce((sum, { steps }) => sum + steps.length, 0) > MAX_STEPS
  const done = new Set(view.completed_step_ids)
  return (
    <div class="all">
      <h2 class="list">{i18n.t('all_steps')}</h2>
      <nav class="outline" aria-label={i18n.t('steps_of_guide')}>
        {sections.map((section, index) => {
          const isOpen = section.steps.some(({ id }) => id === now)
          const count = view.progress.sections[index]
          const [ready, total] = [count?.completed_steps ?? 0, count?.total_steps ?? 0]
          const summary = summaryOf({ visit, section, done: ready, total })
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
                  lineOf({ visit, step, isDone: done.has(step.id), isNow: step.id === now }),
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
}

function lineOf({ visit: { home, i18n }, step, isDone, isNow }: LineProps) {
  const about = aboutStep(step, i18n, true)
  return (
    <li key={step.id} class={[isDone && 'done', isNow && 'now'].filter(Boolean).join(' ') || undefined}>
      <a href={pathOf(home, step)} aria-current={isNow ? 'step' : undefined}>
        {status(isDone && !isNow)}
        <span>
          <bdi class="name">{step.title}</bdi>
          <small>{isDone ? i18n.t('state_done') : about}</small>
        </span>
      </a>
    </li>
  )
}
