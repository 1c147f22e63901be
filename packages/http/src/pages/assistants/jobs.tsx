import { ASSISTANT_JOBS } from '@handrail/core/pages/assistant-jobs'
import { nameOfScope } from '../i18n/core-texts.ts'
import { useI18n } from '../layout/render-context.ts'
import { Copy } from './copy.tsx'

/** Requests to copy into an assistant, each with the permissions that it needs. */
export function Jobs() {
  const i18n = useI18n()
  const { t } = i18n
  return (
    <section aria-labelledby="jobs" class="host">
      <h2 id="jobs">{t('assistants.jobs')}</h2>
      <p>{t('assistants.jobs_lead')}</p>
      {ASSISTANT_JOBS.map(({ prompt, title, text, scopes }) => (
        <details key={prompt}>
          <summary>{t(`assistants.${title}`)}</summary>
          <Copy label={t('assistants.job_request')} text={t(`assistants.${text}`)} />
          <p class="small soft">
            {t('assistants.job_needs', { scopes: scopes.map((scope) => nameOfScope(i18n, scope)).join('; ') })}
          </p>
        </details>
      ))}
    </section>
  )
}
