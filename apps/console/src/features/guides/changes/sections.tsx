import type { Data } from '../../../api/operations.ts'
import { useI18n } from '../../../i18n/i18n.ts'

type Section = Data<'getGuideDraft'>['sections'][number]
type Step = Section['steps'][number]

/** The content of a guide, read-only. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  return (
    <div className="stack">
      {sections.map((section) => (
        <section key={section.id} className="card">
          <header>
            <h2>{section.title}</h2>
          </header>
          <ul className="rows">
            {section.steps.map((step) => (
              <StepRow key={step.id} step={step} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function StepRow({ step: { title, type, content, needs_review } }: { step: Step }) {
  const { t } = useI18n()
  const lines = [
    ...(content.url ? [content.url] : []),
    ...(content.items ?? []),
    ...(content.fields ?? []).map(({ label }) => label),
    ...(content.documents ?? []).map(({ name }) => name),
  ]
  const text = [content.markdown ?? '', ...lines].filter((line) => line !== '').join('\n')
  return (
    <li>
      <div className="grow">
        {title}
        <small>{[t(`step_type.${type}`), needs_review && t('guide_plan.reviewed')].filter(Boolean).join(', ')}</small>
        {text !== '' && (
          <details>
            <summary>{t('versions.text')}</summary>
            <p className="pre">{text}</p>
          </details>
        )}
      </div>
    </li>
  )
}
