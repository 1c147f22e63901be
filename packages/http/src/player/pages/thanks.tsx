import { seeOther, sendPlayerPage } from '../answer.ts'
import type { Closing, NextStep } from '../closing/closing.ts'
import { isDone, pathOf, stepsOf } from '../guide.ts'
import { StairsToTheSun } from '../layout/art.tsx'
import { Icon } from '../layout/icons.tsx'
import { Languages } from '../layout/languages.tsx'
import { Bar, Document } from '../layout/page.tsx'
import { Prose } from '../layout/prose.tsx'
import { OthersChanged } from '../people/others-changed.tsx'
import { isTeams } from '../people/people.ts'
import { aboutStep, iconOf } from '../step-kinds.ts'
import { forGuide, type GuideVisit } from '../visit.ts'

/** The closing page, with the text of the guide. */
export const get = forGuide(async (visit) => {
  const { i18n, link, home, view, reply } = visit
  if (view.status !== 'completed') return seeOther(reply, home)
  const { first_name: name, guide } = view
  const title = name === '' ? i18n.t('thank_you_nobody') : i18n.t('thank_you', { name })
  const closing = visit.player.markdown.closing(guide.completion_message)
  return sendPlayerPage(
    visit,
    200,
    <Document visit={visit} i18n={i18n} title={title} link={link} home={home}>
      <Bar visit={visit} />
      <main class="single" id="main">
        <OthersChanged visit={visit} />
        <StairsToTheSun />
        <h1>{title}</h1>
        {guide.completion_message === '' && (
          <p class="lead">{i18n.t('everything', { workspace: link.workspace.name })}</p>
        )}
        <Prose visit={visit} text={closing.before} class="md lead" />
        <NextSteps visit={visit} steps={closing.steps} />
        <Prose visit={visit} text={closing.after} />
        <OptionalLeft visit={visit} />
        <div class="acts">
          {buttonsOf(visit, closing).map(({ text, ...to }, index) => (
            <a key={text} class={index === 0 ? 'go' : 'go side'} {...to}>
              {text} {index === 0 && <Icon name="arrow-right" />}
            </a>
          ))}
        </div>
        <p class="more">
          <a href={home}>{i18n.t('all_steps')}</a>
        </p>
        <Languages visit={visit} />
      </main>
    </Document>,
  )
})

/** The ways on, of which the first is the main button. */
function buttonsOf({ i18n, home, view }: GuideVisit, { link }: Closing) {
  const asks = view.asks_effort && view.ces_score === null
  const isSent = Object.keys(view.answers).length + view.files.length > 0
  return [
    ...(link ? [{ text: link.label, href: link.url, target: '_blank', rel: 'noopener noreferrer' }] : []),
    ...(asks ? [{ text: i18n.t('rate_now'), href: `${home}/finish` }] : []),
    ...(isSent ? [{ text: i18n.t('check_answers'), href: `${home}/answers` }] : []),
  ]
}

/** What happens next, as cards. */
function NextSteps({ visit, steps }: { visit: GuideVisit; steps: Closing['steps'] }) {
  if (steps.length === 0) return null
  return (
    <ul class="next">
      {steps.map((step, index) => (
        <li key={step.title}>
          <Icon name={step.appointment ? 'calendar' : 'check'} />
          <div class="grow">
            <b>
              <Line visit={visit} text={step.title} />
            </b>
            {step.text !== '' && (
              <small>
                <Line visit={visit} text={dated(visit, step)} />
              </small>
            )}
            {step.appointment && (
              <a href={`${visit.home}/calendar/${index}`}>
                {visit.i18n.t('add_to_calendar')} <bdi class="unseen">{step.title}</bdi>
              </a>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Line({ visit: { player }, text }: { visit: GuideVisit; text: string }) {
  // markdown.ts lets no HTML through but its own.
  return <span dir="auto" dangerouslySetInnerHTML={{ __html: player.markdown.inline(text) }} />
}

/** The text of a next step, with the day and time as the reader writes them. */
function dated({ i18n, contact }: GuideVisit, { text, appointment }: NextStep): string {
  if (!appointment) return text
  const { day, time, until, written } = appointment
  const date = i18n.day(`${day}T12:00:00Z`, 'UTC', contact.context.now())
  const hours = [time, until].flatMap((one) => (one === undefined ? [] : [i18n.clock(one)])).join('–')
  return text.replace(written, () => [date, hours].filter(Boolean).join(', '))
}

function OptionalLeft({ visit: { i18n, view, home } }: { visit: GuideVisit }) {
  const left = stepsOf(view).filter(({ step }) => !isDone(view, step) && !isTeams(step))
  if (left.length === 0) return null
  return (
    <>
      <h2 class="list">{i18n.t('optional_left')}</h2>
      <ul class="next">
        {left.map(({ step }) => (
          <li key={step.id}>
            <Icon name={iconOf(step)} />
            <div>
              <a href={pathOf(home, step)}>
                <bdi>{step.title}</bdi>
              </a>
              <small>{aboutStep(step, i18n)}</small>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
