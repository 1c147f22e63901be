import { seeOther, sendPlayerPage } from '../answer.ts'
import { isDone, pathOf, stepsOf } from '../guide.ts'
import { StairsToTheSun } from '../layout/art.tsx'
import { Icon } from '../layout/icons.tsx'
import { Languages } from '../layout/languages.tsx'
import { Bar, Document } from '../layout/page.tsx'
import { Prose } from '../layout/prose.tsx'
import { aboutStep, iconOf } from '../step-kinds.ts'
import { forGuide, type GuideVisit } from '../visit.ts'

/** What happens next, in the words of the guide. */
export const get = forGuide(async (visit) => {
  const { i18n, link, home, view, reply } = visit
  if (view.status !== 'completed') return seeOther(reply, home)
  const { first_name: name, guide } = view
  const title = name === '' ? i18n.t('thank_you_nobody') : i18n.t('thank_you', { name })
  const asks = view.asks_effort && view.ces_score === null
  return sendPlayerPage(
    visit,
    200,
    <Document visit={visit} i18n={i18n} title={title} link={link} home={home}>
      <Bar visit={visit} />
      <main class="single" id="main">
        <StairsToTheSun />
        <h1>{title}</h1>
        {guide.completion_message === '' ? (
          <p class="lead">{i18n.t('everything', { workspace: link.workspace.name })}</p>
        ) : (
          <Prose visit={visit} text={guide.completion_message} />
        )}
        <OptionalLeft visit={visit} />
        <div class="acts">
          {asks && (
            <a class="go" href={`${home}/finish`}>
              {i18n.t('rate_now')}
            </a>
          )}
          {Object.keys(view.answers).length + view.files.length > 0 && (
            <a class="go side" href={`${home}/answers`}>
              {i18n.t('check_answers')}
            </a>
          )}
          <a class="go side" href={home}>
            {i18n.t('all_steps')}
          </a>
        </div>
        <Languages visit={visit} />
      </main>
    </Document>,
  )
})

function OptionalLeft({ visit: { i18n, view, home } }: { visit: GuideVisit }) {
  const left = stepsOf(view).filter(({ step }) => !isDone(view, step))
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
