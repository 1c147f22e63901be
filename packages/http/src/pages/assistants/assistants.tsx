import { operations } from '@handrail/core'
import {
  type AssistantPart,
  type AssistantSentence,
  assistantGuides,
  type AssistantKey as Key,
} from '@handrail/core/pages/assistant-guide'
import type { ComponentChildren } from 'preact'
import { Link } from '../layout/components/links.tsx'
import { Sentence } from '../layout/components/sentence.tsx'
import { Page } from '../layout/layout.tsx'
import { useI18n } from '../layout/render-context.ts'
import { sendPage } from '../layout/send.ts'
import { forUsers } from '../visit/handler.ts'
import { Copy } from './copy.tsx'
import { Jobs } from './jobs.tsx'

/**
 * Shows configurations to copy. Everyone who is signed in can connect an assistant, with at most the permissions of their
 * role.
 */
export const get = forUsers(async (visit) => {
  const { reply, session, user, i18n } = visit
  const { t } = i18n
  const { data } = await user.invoke(operations.getAssistantConfigurations, {})
  const guides = assistantGuides(data).map(({ name, ...guide }) => ({
    ...guide,
    name: 'text' in name ? t(`assistants.${name.text}`) : name.product,
  }))
  return sendPage(
    reply,
    200,
    <Page title={t('assistants.title')} visit={visit} session={session} current="/assistants" canCopy>
      <h1>{t('assistants.title')}</h1>
      <p class="soft">{t('assistants.lead')}</p>
      <section aria-labelledby="address">
        <h2 id="address">{t('assistants.address')}</h2>
        <Copy label={t('assistants.server')} text={data.address} />
        <p class="small soft">
          {t('assistants.first_time')} <Link to="/account/connections">{t('assistants.see_connected')}</Link>
        </p>
        <ul class="chips" aria-label={t('assistants.list')}>
          {guides.map(({ id, name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      </section>
      <Jobs made={data} />
      {guides.map(({ id, name, parts }) => (
        <Host key={id} id={id} name={name}>
          {parts.map((part, index) => (
            <Part key={index} part={part} />
          ))}
        </Host>
      ))}
    </Page>,
  )
})

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
        <ol>
          {part.steps.map((step) => (
            <li key={step.text}>
              <Marked {...step} />
            </li>
          ))}
        </ol>
      )
    case 'note':
      return <p class="small soft">{part.texts.map((text) => t(`assistants.${text}`)).join(' ')}</p>
    case 'copy':
      return <Copy label={nameOf(part.label)} text={part.content} />
    case 'link':
      return (
        <p>
          <a class="button" href={part.address}>
            {t(`assistants.${part.text}`)}
          </a>
        </p>
      )
    case 'details':
      return (
        <details>
          <summary>{t(`assistants.${part.summary}`)}</summary>
          {part.parts.map((inner, index) => (
            <Part key={index} part={inner} />
          ))}
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

function Host({ id, name, children }: { id: string; name: string; children: ComponentChildren }) {
  return (
    <section aria-labelledby={id} class="host">
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  )
}
