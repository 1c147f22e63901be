import { ASSISTANT_JOBS } from '@handrail/core/pages/assistant-jobs'
import { nameOfScope } from '../i18n/core-texts.ts'
import { useI18n } from '../layout/render-context.ts'
import { Copy } from './copy.tsx'

interface JobsProps {
  made: { claude_code_more: string; bridge_more: string }
}

/** Requests to copy into an assistant, and configurations that ask for their permissions. */
export function Jobs({ made }: JobsProps) {
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
      <h3>{t('assistants.ask_more')}</h3>
      <p>{t('assistants.ask_more_text')}</p>
      <Copy label={t('assistants.for_claude_code')} text={made.claude_code_more} />
      <Copy label={t('assistants.for_program_more')} text={made.bridge_more} />
    </section>
  )
}
