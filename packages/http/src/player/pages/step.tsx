import { queriesOf } from '../../pages/visit/handler.ts'
import { ReviewNote } from '../agreements/review-note.tsx'
import { sendPlayerPage } from '../answer.ts'
import { dueAtStep } from '../dates/due.tsx'
import { isDone, stepsOf } from '../guide.ts'
import { Foot } from '../layout/foot.tsx'
import { Icon } from '../layout/icons.tsx'
import { Outline } from '../layout/outline.tsx'
import { Bar, Document, Mark } from '../layout/page.tsx'
import { ThinProgress } from '../layout/progress.tsx'
import { doneBy } from '../people/done-by.ts'
import { OthersChanged } from '../people/others-changed.tsx'
import { isTeams, isYours, plannedOf } from '../people/people.ts'
import { WhoseStep } from '../people/whose-step.tsx'
import { aboutStep, iconOf } from '../step-kinds.ts'
import { forStep } from '../steps/for-step.ts'
import type { Refused, StepPage, StepVisit } from '../steps/step-page.ts'
import { STEP_PAGES } from '../steps/step-pages.ts'
import { teamPage } from '../steps/team.tsx'
import { contactPersonOf } from '../thread/contact-person.ts'
import { NewAnswers } from '../thread/new-answers.tsx'
import { AskAbout, Stuck } from '../thread/stuck.tsx'

export const get = forStep((visit) => {
  const page = pageOf(visit)
  return sendStepPage(visit, queriesOf(visit.request, 'refused').length === 0 ? undefined : page.refused?.(visit))
})

export const post = forStep(async (visit) => {
  const answer = await pageOf(visit).post(visit)
  return 'wrong' in answer ? sendStepPage(visit, answer, 422) : answer
})

function pageOf({ placed: { step } }: StepVisit): StepPage {
  return isTeams(step) ? teamPage(STEP_PAGES[step.type]) : STEP_PAGES[step.type]
}

/** @param refused what was sent and could not be taken; it is shown again, with what is wrong */
function sendStepPage(visit: StepVisit, refused?: Refused, status = 200) {
  const frames = pageOf(visit).frames?.(visit) ?? []
  return sendPlayerPage(visit, status, <WholeStep visit={visit} refused={refused} />, { frames })
}

export function WholeStep({ visit, refused }: { visit: StepVisit; refused?: Refused | undefined }) {
  const { step, section } = visit.placed
  const { i18n, link, home, view } = visit
  const page = pageOf(visit)
  const isOthers = !isDone(view, step) && !isYours(view, step)
  const isSkipped = plannedOf(view, step)?.is_skipped ?? false
  const title = refused
    ? `${i18n.t('wrong', { count: Object.keys(refused.wrong).length })} · ${step.title}`
    : step.title
  return (
    <Document
      visit={visit}
      i18n={i18n}
      title={title}
      link={link}
      home={home}
      class={isOthers ? 'hasfoot others' : 'hasfoot'}
    >
      <div class="d">
        <Bar visit={visit} />
      </div>
      <Where visit={visit} />
      <main class="wide step" id="main">
        <div class="stepbody">
          <OthersChanged visit={visit} />
          <NewAnswers visit={visit} />
          <p class="section">
            <bdi>{section.title}</bdi>
          </p>
          <h1 class="step" dir="auto">
            {step.title}
          </h1>
          <p class="meta">
            {dueAtStep(visit, step)}
            <Icon name={iconOf(step)} /> {aboutStep(step, i18n)}
            {isDone(view, step) && <span class="chip">{isSkipped ? i18n.t('not_needed') : <Done i18n={i18n} />}</span>}
            {isDone(view, step) && !isSkipped && doneBy(visit, step.id)}
          </p>
          <WhoseStep visit={visit} />
          <ReviewNote visit={visit} />
          {page.body(visit, refused)}
          {isTeams(step) ? <AskAbout visit={visit} /> : <Stuck visit={visit} />}
        </div>
        <div class="d">
          <Outline visit={visit} now={step.id} />
        </div>
      </main>
      {page.foot ? page.foot(visit) : <Foot visit={visit} />}
    </Document>
  )
}

function Done({ i18n }: Pick<StepVisit, 'i18n'>) {
  return (
    <>
      <Icon name="check" /> {i18n.t('state_done')}
    </>
  )
}

/** On a phone: which step of how many this is. */
function Where({ visit }: { visit: StepVisit }) {
  const { i18n, link, home, view, placed } = visit
  return (
    <nav class="where" aria-label={i18n.t('your_place')}>
      <div class="row">
        <a href={home}>
          <Mark link={link} />
          <span class="unseen">{i18n.t('overview')}</span>
        </a>
        <b>{i18n.t('step_of', { number: placed.number, total: stepsOf(view).length })}</b>
        <a href={`${home}/ask?step=${placed.step.id}`}>
          <Icon name="message" />
          <span class="unseen">{i18n.t('ask', { whom: contactPersonOf(link) })}</span>
        </a>
      </div>
      <ThinProgress view={view} now={placed.step.id} />
    </nav>
  )
}
