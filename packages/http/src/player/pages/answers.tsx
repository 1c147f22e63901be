import { sendPlayerPage } from '../answer.ts'
import { SentAnswers } from '../form/sent-answers.tsx'
import { pathOf, stepsOf } from '../guide.ts'
import { Bar, Document } from '../layout/page.tsx'
import { forGuide } from '../visit.ts'

/** The submissions of the contact: forms with their answers, files by name. */
export const get = forGuide(async (visit) => {
  const { i18n, link, home, view } = visit
  const steps = stepsOf(view).map(({ step }) => step)
  const shown = steps.filter(({ id }) => view.answers[id] || view.files.some(({ step_id }) => step_id === id))
  return sendPlayerPage(
    visit,
    200,
    <Document visit={visit} i18n={i18n} title={i18n.t('your_answers')} link={link} home={home}>
      <Bar visit={visit} />
      <main class="single" id="main">
        <p class="lead">
          <a href={home}>{i18n.t('overview')}</a>
        </p>
        <h1>{i18n.t('your_answers')}</h1>
        {shown.length === 0 && <p class="lead">{i18n.t('no_answers')}</p>}
        {shown.map((step) => (
          <section class="sent" key={step.id} aria-labelledby={`step-${step.id}`}>
            <h2 id={`step-${step.id}`} dir="auto">
              {step.title}
            </h2>
            <SentAnswers visit={visit} step={step} />
            <a class="btn" href={pathOf(home, step)}>
              {i18n.t('change')} <bdi class="unseen">{step.title}</bdi>
            </a>
          </section>
        ))}
      </main>
    </Document>,
  )
})
