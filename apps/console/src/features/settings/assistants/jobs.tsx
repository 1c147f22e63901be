import { SCOPE_NAMES } from '@handrail/core/contract'
import { ASSISTANT_JOBS } from '@handrail/core/pages/assistant-jobs'
import type { Data } from '../../../api/operations.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Copied, Host } from './cards.tsx'

/** Requests to copy into an assistant, and configurations that ask for their permissions. */
export function Jobs({ made }: { made: Data<'getAssistantConfigurations'> }) {
  const { t, language } = useI18n()
  return (
    <Host name={t('assistants.jobs')}>
      <p>{t('assistants.jobs_lead')}</p>
      {ASSISTANT_JOBS.map(({ prompt, title, text, scopes }) => (
        <details key={prompt}>
          <summary>{t(`assistants.${title}`)}</summary>
          <div className="stack">
            <Copied label={t('assistants.job_request')} text={t(`assistants.${text}`)} />
            <p className="soft">
              {t('assistants.job_needs', { scopes: scopes.map((scope) => SCOPE_NAMES[scope][language]).join('; ') })}
            </p>
          </div>
        </details>
      ))}
      <details>
        <summary>{t('assistants.ask_more')}</summary>
        <div className="stack">
          <p>{t('assistants.ask_more_text')}</p>
          <Copied label={t('assistants.for_claude_code')} text={made.claude_code_more} />
          <Copied label={t('assistants.for_program_more')} text={made.bridge_more} />
        </div>
      </details>
    </Host>
  )
}
