import type { JSX } from 'preact'
import { queryOf } from '../../pages/visit/handler.ts'
import { isSubmitted, settledSteps } from '../agreements/review.ts'
import { closedSection, countClosedSteps } from '../gates/closed.ts'
import { closedLine } from '../gates/closed-section.tsx'
import { stepsOf } from '../guide.ts'
import { lineOf, Outline } from '../layout/outline.tsx'
import type { GuideVisit, Step } from '../visit.ts'
import { askedSteps } from './marks.tsx'
import { nextOfAnybody, nextStepOf } from './next.ts'
import { isTeams, isYours, tellsWhose } from './people.ts'

/** The steps of the overview: everybody's as the outline, or the reader's own by what is to do and what is done. */
export function OverviewSteps({ visit }: { visit: GuideVisit }) {
  const { view } = visit
  const now = nextStepOf(view)
  if (!tellsWhose(view)) return <Outline visit={visit} now={now} />
  const choice = <Choice visit={visit} />
  if (!showsYours(visit)) return <Outline visit={visit} now={now ?? nextOfAnybody(view)?.id ?? null} choice={choice} />
  return <YourSteps visit={visit} now={now} choice={choice} />
}

/** By the address, so that it works without a script, which keeps the choice for the next visit. */
function showsYours({ request }: GuideVisit): boolean {
  return queryOf(request, 'steps') === 'yours'
}

function Choice({ visit }: { visit: GuideVisit }) {
  const { i18n, view, home } = visit
  const all = stepsOf(view).map(({ step }) => step)
  const done = settledSteps(view)
  const open = all.filter((step) => !done.has(step.id) && isYours(view, step))
  const isOwn = showsYours(visit)
  return (
    <nav class="whose" aria-label={i18n.t('whose_steps')} data-whose={isOwn ? 'yours' : 'all'}>
      <a href={`${home}?steps=yours#steps`} aria-current={isOwn ? 'true' : undefined}>
        {i18n.t('yours')} {open.length}
      </a>
      <a href={`${home}?steps=all#steps`} aria-current={isOwn ? undefined : 'true'}>
        {i18n.t('everybodys')} {all.length + countClosedSteps(view)}
      </a>
    </nav>
  )
}

interface YourStepsProps {
  visit: GuideVisit
  now: string | null
  choice: JSX.Element
}

function YourSteps({ visit, now, choice }: YourStepsProps) {
  const { i18n, view, link } = visit
  const done = new Set(view.completed_step_ids)
  const settled = settledSteps(view)
  const doneByYou = new Set(
    view.completions
      .filter(({ by, participant_id }) => by !== 'team' && participant_id === view.participant_id)
      .map(({ step_id }) => step_id),
  )
  const all = stepsOf(view).map(({ step }) => step)
  const asked = askedSteps(visit, all)
  const line = (step: Step) =>
    lineOf({ visit, step, isDone: done.has(step.id), isNow: step.id === now, isAsked: asked.has(step.id) })
  const lists = [
    { title: i18n.t('to_do'), steps: all.filter((step) => !settled.has(step.id) && isYours(view, step)) },
    {
      title: i18n.t('with_team', { workspace: link.workspace.name }),
      steps: all.filter((step) => !done.has(step.id) && (isTeams(step) || isSubmitted(view, step))),
    },
    { title: i18n.t('state_done'), steps: all.filter(({ id }) => done.has(id) && doneByYou.has(id)), isDone: true },
  ]
  return (
    <div class="all" id="steps">
      <h2 class="list">{i18n.t('steps')}</h2>
      {choice}
      {lists[0]?.steps.length === 0 && <p class="lead">{i18n.t('nothing_for_you')}</p>}
      {lists.map(({ title, steps, isDone }) => (
        <>
          {isDone && <Later visit={visit} />}
          {steps.length > 0 && (
            <section key={title}>
              <h3 class="list">{title}</h3>
              <div class="outline">
                <ol>{steps.map(line)}</ol>
              </div>
            </section>
          )}
        </>
      ))}
    </div>
  )
}

/** The closed sections, before what is done. */
function Later({ visit }: { visit: GuideVisit }) {
  const { i18n, view } = visit
  if (view.closed_sections.length === 0) return null
  return (
    <section>
      <h3 class="list">{i18n.t('later_steps')}</h3>
      <div class="outline">
        {view.guide.sections.map((section) => {
          const closed = closedSection(view, section.id)
          return closed && closedLine(visit, section, closed)
        })}
      </div>
    </section>
  )
}
