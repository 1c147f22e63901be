import { sendPlayerPage } from '../answer.ts'
import { own } from '../form/typed-answers.ts'
import { pathOf, stepsOf } from '../guide.ts'
import type { I18n } from '../i18n/i18n.ts'
import { Icon } from '../layout/icons.tsx'
import { Bar, Document } from '../layout/page.tsx'
import { forGuide, type GuideVisit, type Step } from '../visit.ts'

/** What the contact has sent: forms with their answers, files by name. */
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
            <Answers visit={visit} step={step} />
            <a class="btn" href={pathOf(home, step)}>
              {i18n.t('change')} <bdi class="unseen">{step.title}</bdi>
            </a>
          </section>
        ))}
      </main>
    </Document>,
  )
})

function Answers({ visit: { view, i18n }, step }: { visit: GuideVisit; step: Step }) {
  const answers = view.answers[step.id] ?? {}
  return (
    <>
      {view.answers[step.id] && (
        <dl>
          {(step.content.fields ?? []).map(({ name, label, kind }) => (
            <div key={name}>
              <dt>
                <bdi>{label}</bdi>
              </dt>
              <dd dir="auto">{shownAs(own(answers, name), kind, i18n)}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul class="sent-files">
        {view.files
          .filter(({ step_id }) => step_id === step.id)
          .map(({ id, name }) => (
            <li key={id}>
              <Icon name="files" /> <bdi>{name}</bdi>
            </li>
          ))}
      </ul>
    </>
  )
}

function shownAs(answer: unknown, kind: string, { t, number, date }: I18n): string {
  if (answer === undefined || answer === '') return t('not_answered')
  if (typeof answer === 'boolean') return t(answer ? 'yes' : 'no')
  if (typeof answer === 'number') return number(answer)
  if (Array.isArray(answer)) return answer.length > 0 ? answer.join(', ') : t('not_answered')
  return kind === 'date' ? date(String(answer)) : String(answer)
}
