import type { I18n } from '../i18n/i18n.ts'
import { Icon } from '../layout/icons.tsx'
import type { GuideVisit, Step } from '../visit.ts'
import { own } from './typed-answers.ts'

/** What was sent in a step: the answers of a form, and files by name. */
export function SentAnswers({ visit: { view, i18n }, step }: { visit: GuideVisit; step: Step }) {
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
