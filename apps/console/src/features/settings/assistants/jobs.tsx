import { SCOPE_NAMES } from '@handrail/core/contract'
import { ASSISTANT_JOBS } from '@handrail/core/pages/assistant-jobs'
import { useI18n } from '../../../i18n/i18n.ts'
import { Copied, Host } from './cards.tsx'

/** Requests to copy into an assistant, each with the permissions that it needs. */
export function Jobs() {
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
    </Host>
  )
}
