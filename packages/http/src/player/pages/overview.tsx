import { queryOf } from '../../pages/visit/handler.ts'
import { isSubmitted } from '../agreements/review.ts'
import { sendPlayerPage } from '../answer.ts'
import { dueBefore } from '../dates/due.tsx'
import { Target } from '../dates/target.tsx'
import { waitingTexts } from '../gates/closed.ts'
import { endOf, findStep, minutesLeft, pathOf } from '../guide.ts'
import { Icon } from '../layout/icons.tsx'
import { Languages } from '../layout/languages.tsx'
import { Bar, Document } from '../layout/page.tsx'
import { Progress } from '../layout/progress.tsx'
import { Prose } from '../layout/prose.tsx'
import { canInvite } from '../people/marks.tsx'
import { nextOfAnybody, nextStepOf } from '../people/next.ts'
import { PeopleNotes } from '../people/notes.tsx'
import { hasPeople, nameIn, responsibleOf } from '../people/people.ts'
import { TakesPart } from '../people/takes-part.tsx'
import { OverviewSteps } from '../people/whose-steps.tsx'
import { aboutStep, iconOf } from '../step-kinds.ts'
import { initialsOf } from '../thread/contact-person.ts'
import { NewAnswers } from '../thread/new-answers.tsx'
import { forGuide, type GuideVisit } from '../visit.ts'

/** The overview: the progress of the contact, and the next step. */
export const get = forGuide((visit) => sendPlayerPage(visit, 200, <OverviewPage visit={visit} />))

export function OverviewPage({ visit }: { visit: GuideVisit }) {
  const { i18n, link, home, view } = visit
  const { guide, first_name: name } = view
  return (
    <Document visit={visit} i18n={i18n} title={guide.title} link={link} home={home}>
      <Bar visit={visit} />
      <main class="wide overview" id="main">
        <div class="head">
          <p class="lead">{name === '' ? i18n.t('hello_nobody') : i18n.t('hello', { name })}</p>
          <h1 dir="auto">{guide.title}</h1>
          <Prose visit={visit} text={guide.description} />
          {queryOf(visit.request, 'removed') === '1' && (
            <p class="note" role="status">
              <Icon name="info" /> <span>{i18n.t('step_removed')}</span>
            </p>
          )}
          <PeopleNotes visit={visit} />
          <NewAnswers visit={visit} />
          <Hero visit={visit} />
          <Target visit={visit} />
          <Facts visit={visit} />
        </div>
        <OverviewSteps visit={visit} />
        <div class="rest">
          <TakesPart visit={visit} />
          <div class="duo">
            <Helper visit={visit} />
            <OwnAnswers visit={visit} />
          </div>
          {(view.target !== null || view.plan.some(({ due_on }) => due_on !== null)) && (
            <p class="keep">
              <Icon name="calendar" /> <a href={`${home}/dates`}>{i18n.t('my_dates_link')}</a>
            </p>
          )}
          <p class="keep">
            <Icon name="lock" />
            <span>{keepText(visit)}</span>
          </p>
          <Languages visit={visit} />
        </div>
      </main>
    </Document>
  )
}

/** Whose address it is: with others to take part, everybody has one. */
function keepText(visit: GuideVisit): string {
  const { i18n, view } = visit
  if (hasPeople(view)) return i18n.t(canInvite(visit) ? 'keep_yours' : 'keep_own')
  return i18n.t('keep_private', { whom: view.organisation_name ?? i18n.t('for_you') })
}

/** The main card of the page: the progress, and the next step. */
function Hero({ visit }: { visit: GuideVisit }) {
  const { i18n, view, home } = visit
  const { completed_steps: done, total_steps: total, percentage } = view.progress
  const isDone = view.status === 'completed'
  const current_step_id = isDone ? null : nextStepOf(view)
  const next = current_step_id === null ? undefined : findStep(view, current_step_id)?.step
  const progress = { ...view.progress, current_step_id, ...(isDone && { completed_steps: total }) }
  return (
    <section class="hero" aria-label={i18n.t('your_progress')}>
      <div class="row between">
        <span class="count">{i18n.t('done_of', { done: isDone ? total : done, total })}</span>
        <span class="count num">{isDone ? <Icon name="check" /> : i18n.percent(percentage)}</span>
      </div>
      <Progress view={{ ...view, progress }} i18n={i18n} />
      {next ? (
        <div class="nextup">
          <div>
            <p class="label">{i18n.t(hasPeople(view) ? 'own_next_step' : done === 0 ? 'first_step' : 'next_step')}</p>
            <h2 dir="auto">{next.title}</h2>
            <p class="meta">
              {dueBefore(visit, next)}
              <Icon name={iconOf(next)} /> {aboutStep(next, i18n)}
            </p>
          </div>
          <a class="go" href={pathOf(home, next)}>
            {i18n.t(done === 0 ? 'start' : 'continue')} <Icon name="arrow-right" />
          </a>
        </div>
      ) : !isDone && (nextOfAnybody(view) || view.closed_sections.length > 0) ? (
        <Others visit={visit} />
      ) : (
        <div class="nextup">
          <h2>{view.first_name === '' ? i18n.t('all_done_nobody') : i18n.t('all_done', { name: view.first_name })}</h2>
          <a class="go" href={endOf(visit)}>
            {i18n.t('continue')} <Icon name="arrow-right" />
          </a>
        </div>
      )}
    </section>
  )
}

/** In place of the next step, where what is left is others', or in closed sections. */
function Others({ visit }: { visit: GuideVisit }) {
  const { i18n, view, link } = visit
  const next = nextOfAnybody(view)
  const whose = next && responsibleOf(view, next)
  const [person] = whose?.persons ?? []
  const [closed] = view.closed_sections
  const isOurs = next && (whose?.isTeam || isSubmitted(view, next))
  const name = isOurs ? link.workspace.name : person && nameIn(view, person)
  return (
    <div class="nextup">
      <div>
        <h2>{i18n.t('nothing_for_you')}</h2>
        {next && name && (
          <p class="meta">
            {i18n.t('is_next', { name })} <bdi>{next.title}</bdi>
          </p>
        )}
        {!next && closed && <p class="meta">{waitingTexts(visit, closed)[0]}</p>}
      </div>
    </div>
  )
}

function Facts({ visit: { i18n, view, link, contact } }: { visit: GuideVisit }) {
  if (view.status === 'completed') return null
  const count = minutesLeft(view)
  const { expires_at, workspace } = link
  const now = contact.context.now()
  return (
    <div class="facts">
      {count > 0 && (
        <p class="meta">
          <Icon name="clock" /> {i18n.t('minutes_left', { count })}
        </p>
      )}
      {expires_at !== null && (
        <p class="meta">
          <Icon name="calendar" /> {i18n.t('finish_by', { day: i18n.day(expires_at, workspace.time_zone, now) })}
        </p>
      )}
    </div>
  )
}

/** The assignee of the contact. */
function Helper({ visit: { i18n, link, home } }: { visit: GuideVisit }) {
  const { assignee } = link
  if (!assignee) return null
  return (
    <section class="person">
      <span class="initials" aria-hidden="true">
        {initialsOf(assignee.name)}
      </span>
      <div class="grow">
        <b dir="auto">{assignee.name}</b>
        <span class="soft">{i18n.t('helps_you')}</span>
      </div>
      <a class="btn" href={`${home}/ask`}>
        {i18n.t('write')} <bdi class="unseen">{assignee.name}</bdi>
      </a>
    </section>
  )
}

/** The answers and files sent so far. */
function OwnAnswers({ visit: { i18n, view, home } }: { visit: GuideVisit }) {
  const forms = Object.keys(view.answers).length
  const files = view.files.length
  if (forms + files === 0) return null
  const counts = [
    ...(forms > 0 ? [i18n.t('forms', { count: forms })] : []),
    ...(files > 0 ? [i18n.t('files', { count: files })] : []),
  ]
  return (
    <section class="person">
      <span class="av">
        <Icon name="files" />
      </span>
      <div class="grow">
        <b>{i18n.t('your_answers')}</b>
        <span class="soft">{counts.join(', ')}</span>
      </div>
      <a class="btn" href={`${home}/answers`}>
        {i18n.t('check')} <span class="unseen">{i18n.t('your_answers')}</span>
      </a>
    </section>
  )
}
