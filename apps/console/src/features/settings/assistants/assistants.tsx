import {
  type AssistantPart,
  type AssistantSentence,
  assistantGuides,
  type AssistantKey as Key,
} from '@handrail/core/pages/assistant-guide'
import { useOperation } from '../../../api/use-operation.ts'
import { QueryView } from '../../../components/query-view.tsx'
import { Sentence } from '../../../components/sentence.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { SettingsPage } from '../page.tsx'
import { Copied, Host } from './cards.tsx'
import { Jobs } from './jobs.tsx'
import '../account/account.css'

/** Configurations to copy. Every member can connect an assistant, with at most the permissions of their role. */
export function AssistantsPage() {
  const { t } = useI18n()
  const configurations = useOperation('getAssistantConfigurations', {})
  return (
    <SettingsPage title={t('assistants.title')} lead={t('assistants.lead')}>
      <QueryView query={configurations}>
        {({ data: made }) => (
          <div className="stack">
            <Host name={t('assistants.address')}>
              <Copied label={t('assistants.server')} text={made.address} />
              <p className="soft">
                {t('assistants.first_time')}{' '}
                <Link className="link" to="/settings/account">
                  {t('assistants.see_connected')}
                </Link>
              </p>
            </Host>
            <Jobs made={made} />
            {assistantGuides(made).map(({ id, name, parts }) => (
              <Host key={id} name={'text' in name ? t(`assistants.${name.text}`) : name.product}>
                {parts.map((part, index) => (
                  // The parts of a guide stay in their order.
                  <Part key={index} part={part} />
                ))}
              </Host>
            ))}
          </div>
        )}
      </QueryView>
    </SettingsPage>
  )
}

function Part({ part }: { part: AssistantPart }) {
  const { t } = useI18n()
  const nameOf = (name: { text: Key } | { file: string }) => ('text' in name ? t(`assistants.${name.text}`) : name.file)
  switch (part.is) {
    case 'sentence':
      return (
        <p>
          <Marked {...part} />
        </p>
      )
    case 'steps':
      return (
        <ol className="numbered">
          {part.steps.map((step) => (
            <li key={step.text}>
              <Marked {...step} />
            </li>
          ))}
        </ol>
      )
    case 'note':
      return <p className="soft">{part.texts.map((text) => t(`assistants.${text}`)).join(' ')}</p>
    case 'copy':
      return <Copied label={nameOf(part.label)} text={part.content} />
    case 'link':
      return (
        <div>
          <a className="btn main" href={part.address}>
            {t(`assistants.${part.text}`)}
          </a>
        </div>
      )
    case 'details':
      return (
        <details>
          <summary>{t(`assistants.${part.summary}`)}</summary>
          <div className="stack">
            {part.parts.map((inner, index) => (
              // As above.
              <Part key={index} part={inner} />
            ))}
          </div>
        </details>
      )
  }
}

/** A sentence with its marks. */
function Marked({ text, marks = {} }: AssistantSentence) {
  const { t } = useI18n()
  const parts = Object.entries(marks).map(([name, mark]) => [
    name,
    'code' in mark ? <code>{mark.code}</code> : <b>{t(`assistants.${mark.text}`)}</b>,
  ])
  return <Sentence text={t(`assistants.${text}`)} parts={Object.fromEntries(parts)} />
}
